import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChartCard } from './ChartCard.tsx'
import type { Series } from './series.ts'
import { ShareBar } from './ShareBar.tsx'
import { Sparkline } from './Sparkline.tsx'

/** jsdom lays nothing out: every element is 448 by 246 px. The plot then begins at x 44, and each of four points has 100 px. */
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 448, 246)))
afterEach(() => vi.restoreAllMocks())

const points = [12, 13, 14, 15].map((hour) => ({
  label: String(hour),
  title: `${hour}:00 to ${hour + 1}:00`,
  unfinished: hour === 14 ? 'so far' : undefined,
}))
const series: Series[] = [
  { name: 'Today', kind: 'column', values: [100, 250, 40, 0] },
  { name: 'Last Sat', kind: 'steps', values: [20, 0, null, 75] },
]
const sales = (list = points) => (
  <ChartCard
    title="Sales by hour"
    pointName="Hour"
    label="Sales by hour, most at 13:00."
    points={list}
    series={series}
    format={(n) => `Rs. ${n}.00`}
    empty="Nothing was sold, Rs. 0.00."
  />
)
const chart = () => screen.getByRole('figure', { name: 'Sales by hour, most at 13:00.' })
const point = (name: RegExp) => within(chart()).getByRole('img', { name })
/** The tooltip's text. The tooltip is hidden from screen readers, because the point's label says the same. */
const tip = () => chart().querySelector('.shadow-popover')?.textContent ?? null

describe('a chart', () => {
  it('names itself in a sentence and each point with all its values', () => {
    render(sales())
    expect(
      within(chart())
        .getAllByRole('img')
        .map((p) => p.getAttribute('aria-label')),
    ).toEqual([
      '12:00 to 13:00: Today Rs. 100.00, Last Sat Rs. 20.00',
      '13:00 to 14:00: Today Rs. 250.00, Last Sat Rs. 0.00',
      '14:00 to 15:00, so far: Today Rs. 40.00, Last Sat –',
      '15:00 to 16:00: Today Rs. 0.00, Last Sat Rs. 75.00',
    ])
  })
  it('is one tab stop, at the unfinished point first; arrow keys, Home and End move', async () => {
    const user = userEvent.setup()
    render(sales())
    await user.tab()
    expect(screen.getByRole('button', { name: 'Table' })).toBe(document.activeElement)
    await user.tab()
    expect(document.activeElement).toBe(point(/^14:00/))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement).toBe(point(/^12:00/))
    expect(tip()).toBe('12:00 to 13:00TodayRs. 100.00Last SatRs. 20.00')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(point(/^12:00/))
    await user.keyboard('{End}{ArrowRight}')
    expect(document.activeElement).toBe(point(/^15:00/))
    await user.keyboard('{Home}{ArrowRight}')
    expect(document.activeElement).toBe(point(/^13:00/))
    await user.tab()
    expect(chart().contains(document.activeElement)).toBe(false)
    expect(tip()).toBeNull()
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(point(/^13:00/))
  })
  it('closes its tooltip with Escape and keeps the focus', async () => {
    const user = userEvent.setup()
    render(sales())
    point(/^12:00/).focus()
    await vi.waitFor(() => expect(tip()).not.toBeNull())
    await user.keyboard('{Escape}')
    expect(tip()).toBeNull()
    expect(document.activeElement).toBe(point(/^12:00/))
  })
  it('shows the point under the mouse until the mouse leaves', () => {
    render(sales())
    fireEvent.pointerMove(point(/^12:00/), { clientX: 160, pointerType: 'mouse' })
    expect(tip()).toMatch(/^13:00/)
    fireEvent.pointerMove(point(/^12:00/), { clientX: 5000, pointerType: 'mouse' })
    expect(tip()).toMatch(/^15:00/)
    fireEvent.pointerLeave(point(/^12:00/).parentElement as HTMLElement, { pointerType: 'mouse' })
    expect(tip()).toBeNull()
  })
  it('shows the touched point until a touch elsewhere', () => {
    render(sales())
    fireEvent.pointerDown(point(/^12:00/), { clientX: 60, pointerType: 'touch' })
    fireEvent.pointerLeave(point(/^12:00/).parentElement as HTMLElement, { pointerType: 'touch' })
    expect(tip()).toMatch(/^12:00/)
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    expect(tip()).toBeNull()
  })
  it('stays on its point when another is added before it', () => {
    const { rerender } = render(sales(points.slice(1)))
    point(/^14:00/).focus()
    rerender(sales(points))
    expect(tip()).toMatch(/^14:00/)
    expect(document.activeElement).toBe(point(/^14:00/))
  })
  it('charts have a table view: the same figures, with their sums', async () => {
    const user = userEvent.setup()
    render(sales())
    await user.click(screen.getByRole('button', { name: 'Table' }))
    const rows = within(screen.getByRole('table', { name: 'Sales by hour' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'HourTodayLast Sat',
      '12:00 to 13:00Rs. 100.00Rs. 20.00',
      '13:00 to 14:00Rs. 250.00Rs. 0.00',
      '14:00 to 15:00, so farRs. 40.00–',
      '15:00 to 16:00Rs. 0.00Rs. 75.00',
      'TotalRs. 390.00Rs. 95.00',
    ])
    await user.click(screen.getByRole('button', { name: 'Chart' }))
    expect(chart()).toBeTruthy()
  })
  it('without points says so, as a table too', async () => {
    const user = userEvent.setup()
    render(sales([]))
    expect(screen.getByText('Nothing was sold, Rs. 0.00.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    expect(screen.getByText('Nothing was sold, Rs. 0.00.')).toBeTruthy()
  })
})

describe('small charts', () => {
  it('a sparkline reaches from its least to its greatest value and marks the last', () => {
    render(<Sparkline label="Sales a day" values={[0, null, 10]} width={106} height={26} />)
    const line = screen.getByRole('img', { name: 'Sales a day' })
    expect(line.querySelector('path')?.getAttribute('d')).toBe('M3,23ZM103,3Z')
    expect(line.querySelector('circle')?.getAttribute('cy')).toBe('3')
  })
  it('a sparkline of one value, or of the same value each time, runs through the middle', () => {
    const { container } = render(
      <>
        <Sparkline label="one" values={[7]} width={106} height={26} />
        <Sparkline label="same" values={[7, 7]} width={106} height={26} />
        <Sparkline label="none" values={[]} />
      </>,
    )
    expect([...container.querySelectorAll('path')].map((p) => p.getAttribute('d'))).toEqual(['M3,13Z', 'M3,13L103,13', ''])
  })
  it('a share bar gives each part its share of the width', () => {
    render(
      <ShareBar
        label="UPI 75%, Cash 25%"
        parts={[
          { name: 'UPI', value: 300 },
          { name: 'Cash', value: 100 },
        ]}
      />,
    )
    const bar = screen.getByRole('img', { name: 'UPI 75%, Cash 25%' })
    expect([...bar.children].map((part) => (part as HTMLElement).style.flexGrow)).toEqual(['300', '100'])
  })
})
