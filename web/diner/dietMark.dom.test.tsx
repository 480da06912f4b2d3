import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DietMark } from './DietMark.tsx'

it.each([
  ['veg', 'Veg', '--veg', 'circle'],
  ['vegan', 'Vegan', '--veg', 'circle'],
  ['egg', 'Egg', '--non-veg', 'path'],
  ['nonVeg', 'Non-veg', '--non-veg', 'path'],
] as const)(
  'the mark of %s is "%s" with its own colour and shape on every page, without any style of the page',
  (diet, name, colour, form) => {
    render(<DietMark of={{ dietType: diet, isAlcohol: false }} />)
    const mark = screen.getByRole('img', { name })
    expect(mark.style.color).toBe(`var(${colour})`)
    expect(mark.querySelector(form)).toBeTruthy()
  },
)

it('alcohol has its own mark, whatever its diet', () => {
  render(<DietMark of={{ dietType: 'veg', isAlcohol: true }} />)
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual(['Alcohol'])
})
