import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Lines } from './TicketLines.tsx'

/** A ticket's list in a browser: 240 px of rows in a ticket that has `room` for list and strip; the strip takes 48. */
let room = 0
const looks: (() => void)[] = []
beforeEach(() => {
  looks.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look)
      }
      observe() {}
      disconnect() {}
    },
  )
  const size = (what: 'offsetHeight', px: (element: HTMLElement) => number) =>
    vi.spyOn(HTMLElement.prototype, what, 'get').mockImplementation(function (this: HTMLElement) {
      return px(this)
    })
  const strip = () => (document.querySelector('[data-strip]') ? 48 : 0)
  size('offsetHeight', (element) => (element.matches('[data-strip]') ? 48 : 0))
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => 240)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(() => room - strip())
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})
const resize = (px: number) =>
  act(() => {
    room = px
    for (const look of looks) look()
  })

it('a ticket that has its whole height again has no strip: the strip itself must not be why a line is hidden', () => {
  room = 200
  render(
    <Lines ticket="T7">
      <li>Dal</li>
    </Lines>,
  )
  const strip = () => screen.queryByRole('button', { name: /T7/ })
  expect(strip()).not.toBeNull()
  resize(240)
  expect(strip()).toBeNull()
})
