import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, later, mount, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import RestaurantsPage from './RestaurantsPage.tsx'
import type { Outlet } from './words.ts'

/** The *Accept* points of `/partner/restaurants` (SCREENS §2.4), and its sheet and dialog. */

const outlet = (more: Partial<Outlet>): Outlet => ({
  _id: 'a',
  establishment_name: 'Smash Yard',
  restaurantName: 'Smash Yard',
  approved: true,
  approvalStatus: 'approved',
  rejectionReason: null,
  user_name: 'Tara Bose',
  user_contact_number: '9000012345',
  address: '1 Lake Road, Pune 411001',
  gstNumber: '',
  fssaiNumber: '',
  location: null,
  timezone: 'Asia/Kolkata',
  partnerId: 'p',
  partnerName: 'Kavita',
  email: 'a@demo.test',
  city: 'Pune',
  opening_hours: null,
  documents: [],
  createdAt: '2026-11-01T06:00:00.000Z',
  lastOrderAt: null,
  ...more,
})
const LIVE = outlet({})
const WAITING = outlet({ _id: 'b', establishment_name: 'Baner', approved: false, approvalStatus: 'pending' })
const REJECTED = outlet({
  _id: 'c',
  establishment_name: 'Hadapsar',
  approved: false,
  approvalStatus: 'rejected',
  rejectionReason: 'The licence has run out',
})

let outlets: Outlet[]
let write: (request: Request) => Reply
let permissions: (id: string) => Reply
beforeEach(() => {
  outlets = [LIVE, WAITING, REJECTED]
  write = ({ body }) => ({ status: 200, body: { restaurant: { ...LIVE, ...(body as object) } } })
  permissions = () => ({ status: 200, body: { permissions: {} } })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})

async function open(role: 'partner' | 'managerialHead' = 'partner', at = '/partner/restaurants') {
  const asked = serve((request) => {
    if (request.method !== 'GET') return write(request)
    if (request.path.includes('/permissions/')) return permissions(request.path.split('/').at(-1) ?? '')
    return { status: 200, body: { outlets } }
  })
  const family = role === 'partner' ? 'partner' : 'restaurant'
  await acceptLogin(family, { token: 'a.b.c', user: aUser({ role, restaurantId: role === 'partner' ? null : 'a' }), permissions: {} })
  const view = mount(<RestaurantsPage />, { path: '/partner/restaurants', at })
  await screen.findByRole('heading', { name: 'Restaurants' })
  return { ...view, sent: () => asked.filter(({ method }) => method !== 'GET') }
}
const card = (name: string) => screen.getByRole('listitem', { name })

describe('/partner/restaurants', () => {
  it('pending outlet labelled; a rejected one shows its reason, and neither is entered', async () => {
    await open()
    // So few need no search.
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(within(card('Baner')).getByText(/^Pending approval, sent/)).toBeTruthy()
    expect(within(card('Hadapsar')).getByText('The licence has run out')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Enter / }).map((b) => b.getAttribute('aria-label'))).toEqual(['Enter Smash Yard'])
  })

  it('the sheet of an outlet that is not approved says with which email it was sent, and how that is corrected', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Correct Hadapsar' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Hadapsar' }))
    expect(sheet.getByText('a@demo.test')).toBeTruthy()
    const how = sheet.getByText(/sign in with it as restaurant staff/).textContent
    expect(how).toContain('Wrong address? Correct it')
    // A confirmed one is not corrected there.
    expect(how).toMatch(/before its owner has confirmed it.*Once confirmed, it stays\.$/)
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Smash Yard' }))
    expect(within(await screen.findByRole('dialog', { name: 'Smash Yard' })).queryByText('a@demo.test')).toBeNull()
  })

  it('matrix loads per outlet with its own spinner', async () => {
    const slow = later<{ status: number; body?: unknown }>()
    permissions = (id) => (id === 'a' ? slow.promise : { status: 200, body: { permissions: { '/restaurant/pos': [] } } })
    const { user, address } = await open()
    await user.click(screen.getByRole('button', { name: 'Permissions of Smash Yard' }))
    expect(address()).toBe('/partner/restaurants?permissions=a')
    expect(await screen.findByText('Loading the permissions of Smash Yard')).toBeTruthy()
    // Another outlet's matrix is loaded by itself, and the late answer for the first outlet is not used for it.
    await user.click(screen.getByRole('button', { name: 'Permissions of Baner' }))
    const pos = await screen.findByRole<HTMLInputElement>('switch', { name: 'POS is on' })
    slow.settle({ status: 200, body: { permissions: {} } })
    expect(pos.getAttribute('aria-checked') ?? String(pos.checked)).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Permissions of Smash Yard' }))
    await waitFor(() => {
      const own = screen.getByRole<HTMLInputElement>('switch', { name: 'POS is on' })
      expect(own.getAttribute('aria-checked') ?? String(own.checked)).toBe('true')
    })
  })

  it('delete requires typing the outlet name; a refusal is shown in the dialog', async () => {
    const { user, sent } = await open()
    await user.click(within(card('Smash Yard')).getByRole('button', { name: 'Remove Smash Yard' }))
    const dialog = screen.getByRole('alertdialog')
    const remove = () => user.click(within(dialog).getByRole('button', { name: 'Remove outlet' }))
    await remove()
    await user.type(within(dialog).getByRole('textbox'), 'Smash')
    await remove()
    expect(sent()).toEqual([])
    write = () => refusal(409, 'open_orders', 'Smash Yard has open orders.')
    await user.type(within(dialog).getByRole('textbox'), ' Yard ')
    await remove()
    expect(await within(dialog).findByText('Smash Yard has open orders. Settle or cancel them first.')).toBeTruthy()
    write = () => ({ status: 200, body: { message: 'Smash Yard was taken out.' } })
    outlets = [WAITING, REJECTED]
    await remove()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Smash Yard' })).toBeNull())
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill('DELETE /v1/partner/restaurant/a'))
  })

  it('an outlet that is not there any more leaves the list, and the dialog says so', async () => {
    const { user } = await open()
    await user.click(within(card('Smash Yard')).getByRole('button', { name: 'Remove Smash Yard' }))
    const dialog = screen.getByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox'), 'Smash Yard')
    write = () => refusal(404, 'not_found', 'Restaurant details not found')
    outlets = [WAITING, REJECTED]
    await user.click(within(dialog).getByRole('button', { name: 'Remove outlet' }))
    expect(await screen.findByText('Smash Yard is no longer among your outlets')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Smash Yard' })).toBeNull())
  })

  it('finds one of many outlets by its name or address, and says when there is none', async () => {
    outlets = [
      LIVE,
      ...Array.from({ length: 12 }, (_, i) => outlet({ _id: `n${i}`, establishment_name: `Outlet ${i}`, address: `${i} Mint Street` })),
    ]
    const { user } = await open()
    const shown = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))
    expect(shown()).toHaveLength(13)
    await user.type(screen.getByRole('searchbox', { name: 'Search outlets' }), '7 mint')
    expect(shown()).toEqual(['Outlet 7'])
    expect(screen.getByText('1 of 13 outlets')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No outlet has “7 mintx” in its name or address.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all outlets' }))
    expect(shown()).toHaveLength(13)
  })

  it('says what to do while there is no outlet', async () => {
    outlets = []
    await open()
    expect(screen.getByText('You have no outlet yet. Add one; it opens once Tawa has approved it.')).toBeTruthy()
  })
})

describe('the outlet’s sheet', () => {
  it('adds an outlet, which then waits; an email that is taken is reported beside its field and keeps the input', async () => {
    write = () => refusal(409, 'email_taken', 'Another account has this address.')
    const { user, sent, address } = await open()
    await user.click(screen.getByRole('button', { name: 'Add outlet' }))
    const sheet = screen.getByRole('dialog', { name: 'Add outlet' })
    const type = async (label: string | RegExp, text: string) => {
      await user.click(within(sheet).getByLabelText(label))
      await user.paste(text)
    }
    await type('Name', 'Kothrud')
    await type('Address', '9 Karve Road, Pune 411038')
    await type('Contact person', 'Meera')
    await type('Mobile', '9000012346')
    await type('Email to sign in with', 'kothrud@demo.test')
    await type(/^(New )?[Pp]assword/, 'a long password')
    await user.click(within(sheet).getByRole('button', { name: 'Add outlet' }))
    expect(await within(sheet).findByText('Another account has this address.')).toBeTruthy()
    expect(within(sheet).getByLabelText('Email to sign in with').getAttribute('aria-invalid')).toBe('true')
    expect(within(sheet).getByLabelText<HTMLInputElement>('Name').value).toBe('Kothrud')
    write = () => ({ status: 201, body: { restaurant: { ...WAITING, establishment_name: 'Kothrud' } } })
    await user.click(within(sheet).getByRole('button', { name: 'Add outlet' }))
    expect(await screen.findByText('Kothrud waits for approval')).toBeTruthy()
    expect(address()).toBe('/partner/restaurants')
    expect(sent().at(-1)).toMatchObject({
      path: '/v1/partner/restaurant',
      body: { establishment_name: 'Kothrud', email: 'kothrud@demo.test', password: 'a long password' },
    })
  })

  it('sends only what was changed', async () => {
    const { user, sent } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Smash Yard' }))
    const sheet = screen.getByRole('dialog', { name: 'Smash Yard' })
    const mobile = within(sheet).getByLabelText('Mobile')
    await user.clear(mobile)
    await user.type(mobile, '9000099999')
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Smash Yard is saved')).toBeTruthy()
    expect(sent()).toMatchObject([{ method: 'PUT', path: '/v1/partner/restaurant/a', body: { user_contact_number: '9000099999' } }])
    expect(Object.keys(sent()[0]?.body as object)).toEqual(['user_contact_number'])
  })

  it('saves no older week over the hours that the outlet has set meanwhile, and shows them', async () => {
    const week = (from: string, ...days: number[]) => days.map((day) => ({ open: { day, time: from }, close: { day, time: '2200' } }))
    outlets = [outlet({ opening_hours: { periods: week('1100', 0, 1), weekday_text: [] } })]
    const { user, sent } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Smash Yard' }))
    const sheet = screen.getByRole('dialog', { name: 'Smash Yard' })
    const opens = () => within(sheet).getByLabelText<HTMLInputElement>(/^Opens/)
    fireEvent.change(opens(), { target: { value: '12:00' } })
    write = () =>
      refusal(409, 'opening_hours_changed', 'The opening hours were changed.', {
        opening_hours: { periods: week('1100', 1), weekday_text: [] },
      })
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    expect(await within(sheet).findByText(/look at the marked fields, then save again/)).toBeTruthy()
    expect(opens().value).toBe('12:00')
    write = ({ body }) => ({ status: 200, body: { restaurant: { ...LIVE, ...(body as object) } } })
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const seen = sent().map(({ body }) => (body as { openingHoursBefore: unknown }).openingHoursBefore)
    expect(seen).toEqual([week('1100', 0, 1), week('1100', 1)])
  })

  it('sends a rejected one back into the queue', async () => {
    const { user, sent } = await open()
    await user.click(screen.getByRole('button', { name: 'Correct Hadapsar' }))
    const sheet = screen.getByRole('dialog', { name: 'Hadapsar' })
    expect(within(sheet).getByText('Rejected: The licence has run out')).toBeTruthy()
    await user.type(within(sheet).getByLabelText(/^FSSAI number/), '10000000000022')
    await user.click(within(sheet).getByRole('button', { name: 'Correct and resubmit' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toEqual({ fssaiNumber: '10000000000022', resubmit: true })
  })
})

it.each(['/partner/restaurants', '/partner/restaurants?outlet=new', '/partner/restaurants?outlet=a'])(
  'a managerial head reads everything and changes nothing, at %s',
  async (at) => {
    const { user, sent } = await open('managerialHead', at)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Enter / })).toBeNull()
    for (const name of ['Add outlet', 'Edit Smash Yard', 'Remove Smash Yard', 'Correct Hadapsar']) {
      const button = screen.getByRole('button', { name })
      expect([name, button.getAttribute('aria-disabled')]).toEqual([name, 'true'])
      await user.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Permissions of Baner' }))
    expect((await screen.findByRole('switch', { name: 'POS is on' })).closest('[aria-disabled=true], :disabled')).toBeTruthy()
    expect(sent()).toEqual([])
  },
)
