import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Breaks } from './Breaks.tsx'

it.each([
  ['farhan.ali@smash-yard.example', 'farhan.<wbr>ali@<wbr>smash-<wbr>yard.<wbr>example'],
  ['Plot No. 12/C, Gachibowli', 'Plot No. 12/<wbr>C, Gachibowli'],
  ['Farhan', 'Farhan'],
  ['', ''],
  ['a.. .b', 'a.. .<wbr>b'],
])('%s may wrap after its marks and reads the same', (text, html) => {
  const { container } = render(<Breaks>{text}</Breaks>)
  expect([container.innerHTML, container.textContent]).toEqual([html, text])
})
