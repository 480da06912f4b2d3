import { expect, it } from 'vitest'
import { mayHaveTitle } from './lib/titles.ts'

const FILE = `
  describe.each(Object.keys(ways))('way %s', () => {
    it('a guest’s 61st message closes its socket', () => {})
    it.each([['the total', 1], ['more', 2]])('%s is 422 and changes nothing', () => {})
    it('lets nobody else\\'s order through', () => {})
    it(\`counts \${most} at once by account\`, () => {})
  })`

it.each([
  'a guest’s 61st message',
  'lets nobody else’s'.replace('’', "'"),
  'the total is 422 and changes nothing',
  'more is 422',
  'at once by account',
  'counts 50 at once by account',
])('a test may have "%s" in its title', (title) => expect(mayHaveTitle(FILE, title)).toBe(true))

it.each([
  'a guest’s 121st message',
  'nothing like it is 422',
  'the total is 422 and changes everything',
  'counts fifty at once by account',
  'closes its socket > the total is 409',
])('no test has "%s" in its title', (title) => expect(mayHaveTitle(FILE, title)).toBe(false))
