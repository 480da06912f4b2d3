import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { holdFrames } from '#web/test/frames.ts'
import { give, loaded, Tables, tables } from '#web/test/TablesList.tsx'

/** A press on a row opens it after the frame that shows the press (web/app/afterPaint.ts). Here frames are painted when the test says so. */

let paint: () => Promise<void>
beforeEach(() => void (paint = holdFrames()))

async function open() {
  give(tables(9))
  const view = mount(<Tables />)
  await loaded()
  return view
}
const button = (n: number) => screen.getByRole('button', { name: String(n) })
const row = (n: number) => button(n).closest('tr')!
const drawer = () => screen.queryByRole('complementary')?.textContent ?? null
const isPressed = (element: HTMLElement | null) => element?.dataset.pressed === ''

it('a pressed row looks pressed in the next frame; then it opens, marked as the open one', async () => {
  const { user, address } = await open()
  await user.click(button(2))
  expect([isPressed(row(2)), drawer(), address()]).toEqual([true, null, '/'])
  await paint()
  expect([isPressed(row(2)), row(2).getAttribute('aria-current'), drawer(), address()]).toEqual([
    false,
    'true',
    expect.stringContaining('Table 2'),
    '/?table=t2',
  ])
})

it('Escape before that frame closes what was opened; the focus stays on its row, and nothing opens later', async () => {
  const { user, address } = await open()
  await user.click(button(2))
  await user.keyboard('{Escape}')
  await paint()
  expect([drawer(), address(), document.activeElement]).toEqual([null, '/', button(2)])
})

it('another row pressed before that frame takes its place, and Back closes it', async () => {
  const { user, address, back } = await open()
  await user.click(button(2))
  await user.click(button(5))
  expect([isPressed(row(2)), isPressed(row(5))]).toEqual([false, true])
  await paint()
  expect([drawer(), address()]).toEqual([expect.stringContaining('Table 5'), '/?table=t5'])
  await act(back)
  expect([drawer(), address()]).toEqual([null, '/'])
})

it('J and K before that frame go on from the row that was pressed last', async () => {
  const { user, address } = await open()
  await user.click(button(2))
  await user.keyboard('jjk')
  await paint()
  expect([drawer(), address(), document.activeElement]).toEqual([expect.stringContaining('Table 3'), '/?table=t3', button(3)])
})

it('a held J does not wait until each row that it passes is drawn', async () => {
  const { user, address } = await open()
  await user.click(button(2))
  await paint()
  act(() => {
    for (let n = 0; n < 4; n += 1) fireEvent.keyDown(document.body, { key: 'j', repeat: n > 0 })
    // The first press of the key was one like any other.
    expect(drawer()).toContain('Table 3')
  })
  await paint()
  expect(address()).toBe('/?table=t4')
})
