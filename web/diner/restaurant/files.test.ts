import { describe, expect, it } from 'vitest'
import { MOST_BYTES, sizeText, withFiles } from './files.ts'

const file = (name: string, size = 1000, type = 'application/pdf') => ({ name, size, type })

describe('documents of a claim', () => {
  it('are kept up to five, each once', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => file(name))
    expect(withFiles(five.slice(0, 2), five)).toEqual({ files: five, refused: [] })
    expect(withFiles(five, [file('f')])).toEqual({ files: five, refused: ['f is one too many: five files are the most.'] })
  })

  it.each([
    ['a text', file('a.txt', 10, 'text/plain'), 'a.txt is no PDF, JPG or PNG.'],
    ['one that is empty', file('a.pdf', 0), 'a.pdf is empty.'],
    ['one above 10 MB', file('a.pdf', MOST_BYTES + 1), 'a.pdf is larger than 10 MB.'],
  ])('leave out %s and say why; the others are kept', (_what, bad, why) => {
    const good = file('good.png', MOST_BYTES, 'image/png')
    expect(withFiles([], [bad, good])).toEqual({ files: [good], refused: [why] })
  })

  it('show their size', () => expect([12, 286_400, 1_440_000].map(sizeText)).toEqual(['1 kB', '286 kB', '1.4 MB']))
})
