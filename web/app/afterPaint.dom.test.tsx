import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { afterPaint } from './afterPaint.ts'

describe('afterPaint', () => {
  beforeEach(() => {
    // jsdom paints nothing, so that other tests see at once what a press did.
    vi.stubGlobal('PerformancePaintTiming', {})
    return () => vi.unstubAllGlobals()
  })

  it('runs presses in their order after the next frame', async () => {
    const ran: string[] = []
    for (const press of ['first', 'second']) afterPaint(() => ran.push(press))
    expect(ran).toEqual([])
    await vi.waitFor(() => expect(ran).toEqual(['first', 'second']))
  })

  it.each(['pointerdown', 'keydown', 'pagehide', 'visibilitychange'])('runs before the next %s', (type) => {
    const ran: string[] = []
    addEventListener(type, () => ran.push(type), { once: true })
    afterPaint(() => ran.push('press'))
    fireEvent(window, new Event(type))
    expect(ran).toEqual(['press', type])
  })

  it('runs at once in a hidden tab, which has no frames', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const ran: string[] = []
    afterPaint(() => ran.push('press'))
    visibility.mockRestore()
    expect(ran).toEqual(['press'])
  })

  it('a failure of one press keeps none of the later ones', async () => {
    const ran: string[] = []
    const failed = vi.fn((event: ErrorEvent) => event.preventDefault())
    addEventListener('error', failed, { once: true })
    afterPaint(() => {
      throw new Error('failed')
    })
    afterPaint(() => ran.push('second'))
    fireEvent.keyDown(window, { key: 'x' })
    fireEvent.keyDown(window, { key: 'x' })
    expect(ran).toEqual(['second'])
    expect(failed).toHaveBeenCalledOnce()
  })
})
