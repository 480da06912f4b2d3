import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const items = ['sales', 'taxes', 'staff'].map((value) => ({ value, label: value }))
const strip = (value: string) => (
  <Tabs label="Reports" value={value} onChange={() => {}} items={items}>
    {null}
  </Tabs>
)

afterEach(() => void vi.restoreAllMocks())

it('a strip that is wider than the phone is scrolled to the chosen tab, also when another is chosen', () => {
  // Each tab is 200 wide, and the strip shows 300 of them.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return (
      Math.max(
        0,
        items.findIndex(({ label }) => label === this.textContent),
      ) * 200
    )
  })
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  const { rerender } = render(strip('staff'))
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(350)
  // A browser stops at 0; jsdom keeps what it is given.
  rerender(strip('sales'))
  expect(list.scrollLeft).toBe(-50)
})
