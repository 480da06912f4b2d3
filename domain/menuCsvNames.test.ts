import { expect, it } from 'vitest'
import { formatAddons, formatVariants } from './menuCsv.ts'

it('a bracket in an addon’s or variant’s name is written as it is; in a group’s name it would be its limits', () => {
  const addons = [{ name: 'Extra Pav (2 Pcs)', price: 3000 }]
  expect(formatVariants([{ name: 'Full (4 Pcs)', additionalPrice: 0 }])).toBe('Full (4 Pcs)=0')
  expect(formatAddons([{ name: 'Add Ons (hot)', min: 0, max: 0, addons }])).toBe('Add Ons \\(hot) (0+): Extra Pav (2 Pcs)=30')
})
