import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { Stations } from './Stations.tsx'

type Station = { name: string; listed: boolean; dishes: number; categories: number; printers: string[] }
const station = (name: string, more: Partial<Station> = {}): Station => ({
  name,
  listed: true,
  dishes: 0,
  categories: 0,
  printers: [],
  ...more,
})

async function open(stations: Station[], save: () => { status: number; body: unknown } = () => ({ status: 200, body: { stations: [] } })) {
  const asked = serve(({ method, path }) =>
    path !== '/v1/print/stations'
      ? refusal(404, 'not_found', 'Not found.')
      : method === 'PUT'
        ? save()
        : { status: 200, body: { stations } },
  )
  await signIn({ role: 'managerialHead', name: 'Vikram Rane' })
  const { user } = mount(<Stations />)
  await screen.findByText(stations.some(({ listed }) => listed) ? stations.find(({ listed }) => listed)!.name : /^None yet/)
  await user.click(screen.getByRole('button', { name: 'Edit stations' }))
  return {
    user,
    dialog: await screen.findByRole('dialog'),
    saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  }
}

it('renames, adds and removes in one go, and shows before saving what uses the removed station', async () => {
  const { user, dialog, saved } = await open([
    station('Grill', { dishes: 12 }),
    station('Bar', { dishes: 3, categories: 1, printers: ['TVS Bar'] }),
    station('Cold'),
  ])
  const names = () => within(dialog).getAllByRole('textbox')
  await user.clear(names()[0]!)
  await user.type(names()[0]!, 'Tandoor')
  // Nothing uses Cold, so its removal needs no warning.
  await user.click(within(dialog).getAllByRole('button', { name: /^Remove/ })[2]!)
  expect(within(dialog).queryByText(/is named by/)).toBeNull()
  await user.click(within(dialog).getAllByRole('button', { name: /^Remove/ })[1]!)
  expect(within(dialog).getByText(/^Bar is named by 3 dishes, 1 category, TVS Bar/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Add station' }))
  await user.type(names()[1]!, 'Fryer')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Stations are saved')
  expect(saved()).toEqual([
    {
      stations: [
        { name: 'Tandoor', was: 'Grill' },
        { name: 'Fryer', was: null },
      ],
      seen: ['Grill', 'Bar', 'Cold'],
    },
  ])
})

it('a first list begins with the names that dishes have', async () => {
  const { user, dialog, saved } = await open([station('Tandoor', { listed: false, dishes: 4 })])
  await user.click(within(dialog).getByRole('button', { name: 'Add station' }))
  await user.type(within(dialog).getAllByRole('textbox')[1]!, 'Bar')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Stations are saved')
  expect(saved()).toMatchObject([{ stations: [{ name: 'Tandoor', was: null }, { name: 'Bar' }], seen: [] }])
})

it('a refusal stays in the dialog: beside its row, or above all', async () => {
  let answer = refusal(422, 'validation_failed', 'This name is there twice.', {
    errors: [{ path: 'stations.0.name', message: 'This name is there twice.' }],
  })
  const { user, dialog } = await open([station('Grill')], () => answer)
  const type = async (text: string) => {
    await user.type(within(dialog).getByRole('textbox'), text)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  }
  await type('s')
  expect((await within(dialog).findByRole('textbox', { description: /there twice/ })).getAttribute('aria-invalid')).toBe('true')
  answer = refusal(409, 'station_in_use', 'TVS Bar would print everything without Bar: change or remove the printer first.', {})
  await type('x')
  await within(dialog).findByText(/^TVS Bar would print everything/)
})

it('a list that another device changed meanwhile is merged with what was typed, and the next Save is taken', async () => {
  const details = { stations: ['Tandoor', 'Bar', 'Fryer'] }
  const answers = [
    refusal(409, 'version_conflict', 'The stations were changed on another device.', details),
    { status: 200, body: { stations: [] } },
  ]
  const { user, dialog, saved } = await open([station('Grill'), station('Bar')], () => answers.shift()!)
  await user.type(within(dialog).getAllByRole('textbox')[1]!, ' 2')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Changed on another device. What you typed is still here: look at the stations, then save again.')
  // Grill was renamed there, and Fryer is new.
  expect(
    within(dialog)
      .getAllByRole<HTMLInputElement>('textbox')
      .map(({ value }) => value),
  ).toEqual(['Bar 2', 'Tandoor', 'Fryer'])
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Stations are saved')
  expect(saved()[1]).toEqual({
    stations: [
      { name: 'Bar 2', was: 'Bar' },
      { name: 'Tandoor', was: 'Tandoor' },
      { name: 'Fryer', was: 'Fryer' },
    ],
    seen: details.stations,
  })
})

it('the card follows another device: a list that is saved there, and dishes that name a station, are read once for a burst of events', async () => {
  const stations = [station('Grill', { dishes: 3 })]
  const asked = serve(({ path }) =>
    path === '/v1/print/stations' ? { status: 200, body: { stations } } : refusal(404, 'not_found', 'Not found.'),
  )
  const reads = () => asked.filter(({ path }) => path === '/v1/print/stations').length
  const { emit } = await mountLive(<Stations />)
  await screen.findByText('Grill')
  const before = reads()
  stations.push(station('Bar', { dishes: 1 }))
  emit('settingsUpdated', { changed: 'profile', by: 'Asha' })
  emit('menuItemUpdated', { ordered: { kind: 'items', categoryId: null, subCategoryId: null }, by: 'Asha' })
  expect(await screen.findByText('Bar')).toBeTruthy()
  expect(reads()).toBe(before + 1)
  stations[0] = station('Grill', { dishes: 4 })
  emit('menuItemUpdated', { itemId: 'd1', by: 'Asha' })
  expect(await screen.findByText('4 dishes')).toBeTruthy()
})

it('without a list it says by what lines go: by the stations that dishes name, where there are any', async () => {
  await open([{ ...station('Grill'), listed: false }])
  expect(screen.getByText(/^None yet/).textContent).toContain('go by the stations that dishes name, and else by category.')
})
