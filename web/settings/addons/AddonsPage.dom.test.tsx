import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import AddonsPage from './AddonsPage.tsx'

const EXTRAS = { name: 'Extras', min: 0, max: 0, addons: [{ name: 'Cheese', price: 30 }] }
const dish = (name: string, ...addonGroups: object[]) => ({
  _id: name,
  name,
  code: null,
  available: true,
  remaining: null,
  version: 3,
  addonGroups,
})

type Call = { method: string; path: string; body: unknown }
let calls: Call[]
let templates: object[]
let menuItems: object[]

beforeEach(async () => {
  await signIn({ role: 'superuser' })
  calls = []
  templates = []
  menuItems = [dish('Masala', EXTRAS), dish('Jain', EXTRAS), dish('Tea')]
  serve(({ method, path: at, body }: Call) => {
    const path = at.replace('/v1', '')
    if (path === '/menus/restaurant')
      return { status: 200, body: { menu: { categories: [{ _id: 'c', name: 'Pav', menuItems, subcategories: [] }] } } }
    if (method === 'GET') return { status: 200, body: { templates } }
    calls.push({ method, path, body })
    const template = { ...EXTRAS, _id: 't1', usedBy: 0 }
    if (path === '/menus/addon-template/create') templates = [template]
    return { status: 200, body: { template, item: menuItems[0] } }
  })
})
const open = () => mount(<AddonsPage />)

it('groups that dishes have as their own are listed, and one press makes a template of them that all of them use', async () => {
  const { user } = open()
  await user.click((await screen.findAllByRole('button', { name: /Extras/ }))[0]!)
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText('Masala, Jain')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Make a template of it' }))
  await screen.findByText('Extras is a template, used by 2 dishes')
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/menus/addon-template/create', EXTRAS],
    ['PUT', '/menus/item?id=Masala', { addonGroups: [{ ...EXTRAS, templateId: 't1' }], version: 3 }],
    ['PUT', '/menus/item?id=Jain', { addonGroups: [{ ...EXTRAS, templateId: 't1' }], version: 3 }],
  ])
})

it('a template is given to dishes and taken from them in one place', async () => {
  templates = [{ ...EXTRAS, _id: 't1', usedBy: 1 }]
  menuItems = [dish('Masala', { ...EXTRAS, templateId: 't1' }), dish('Jain'), dish('Tea')]
  const { user } = open()
  await user.click((await screen.findAllByRole('button', { name: /Extras/ }))[0]!)
  await user.click(await screen.findByRole('button', { name: 'Dishes…' }))
  const masala = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Masala/ })
  expect(masala.checked).toBe(true)
  await user.click(masala)
  await user.click(screen.getByRole('checkbox', { name: /Tea/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('1 dish has Extras')
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/menus/item?id=Masala', { addonGroups: [], version: 3 }],
    ['/menus/item?id=Tea', { addonGroups: [{ ...EXTRAS, templateId: 't1' }], version: 3 }],
  ])
})
