import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { AddonGroups, type Groups } from './AddonGroups.tsx'

const group = (name: string, addon: string) => ({ name, min: 0, max: 0, addons: [{ name: addon, price: 20 }] }) as Groups[number]
const BREAD = group('Bread', 'Naan')
const EXTRAS = group('Extras', 'Ghee')

beforeEach(async () => {
  await signIn({ role: 'superuser' })
  serve(() => ({ status: 200, body: { templates: [] } }))
})

/** `there` is what another device makes of them. */
function Dish({ there }: { there: Groups }) {
  const [groups, setGroups] = useState<Groups>([BREAD, EXTRAS])
  return (
    <>
      <button type="button" data-testid="event" onClick={() => setGroups(there)} />
      <AddonGroups groups={groups} onChange={setGroups} />
    </>
  )
}
const event = () => screen.getByTestId('event').click()
const names = () => screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.textContent)

async function edit(there: Groups) {
  const { user } = mount(<Dish there={there} />)
  await user.click(await screen.findByRole('button', { name: 'Edit Extras' }))
  await user.click(await screen.findByRole('button', { name: 'Add addon' }))
  await user.type(screen.getAllByLabelText('Addon').at(-1)!, 'Cheese')
  event()
  expect(await screen.findByRole('heading', { name: 'Extras' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Extras')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it.each([
  ['removes the group before it', [EXTRAS], ['Remove Extras']],
  ['changes the order', [EXTRAS, BREAD], ['Remove Extras', 'Remove Bread']],
  ['removes the group itself', [BREAD], ['Remove Bread', 'Remove Extras']],
])('a group that is being edited stays itself while another device %s', async (_what, there, after) => {
  await edit(there)
  expect(names()).toEqual(after)
  expect(screen.getByText('Cheese')).toBeTruthy()
  expect(screen.getByText('Ghee')).toBeTruthy()
})

it('moved and removed by keyboard, a group leaves the focus at its button, or at the next one', async () => {
  const { user } = mount(<Dish there={[]} />)
  const down = await screen.findByRole('button', { name: 'Move Bread down' })
  down.focus()
  await user.keyboard('{Enter}')
  expect(names()).toEqual(['Remove Extras', 'Remove Bread'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Bread down' }))
  screen.getByRole('button', { name: 'Remove Extras' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Bread' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Addon group' }))
})

it('a group of at least 3 and at most 1, or with an addon twice, is refused where it is edited, with its name', async () => {
  const { user } = mount(<Dish there={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Edit Extras' }))
  const field = async (label: RegExp, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  const done = () => user.click(screen.getByRole('button', { name: 'Done' }))
  await field(/^At least/, '3')
  await field(/^At most/, '1')
  await done()
  expect(await screen.findByText('The maximum of Extras is less than its minimum.')).toBeTruthy()
  await field(/^At most/, '5')
  await user.click(screen.getByRole('button', { name: 'Add addon' }))
  await user.type(screen.getAllByLabelText('Addon').at(-1)!, 'ghee')
  await done()
  expect(await screen.findByText('The addon ghee of Extras is there twice.')).toBeTruthy()
})
