import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { KpiMoney } from './KpiMoney.tsx'

it.each([
  [9_999.5, null],
  [1_24_000, 'text-18'],
  [12_40_000, 'text-16'],
  [1_00_00_000, 'text-14'],
  [10_00_00_000, 'text-14'],
])('a key figure of Rs. %s has a font that fits the card of a phone: %s', (rupees, size) => {
  const { container } = render(<KpiMoney rupees={rupees} />)
  const own = (container.firstElementChild?.className ?? '').split(' ').find((name) => name.startsWith('text-'))
  expect(own ?? null).toBe(size)
})
