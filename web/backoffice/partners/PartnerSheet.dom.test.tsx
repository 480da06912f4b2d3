import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Partner } from '#domain/api/partner.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, serve } from '#web/test/dom.tsx'
import { CreateSheet } from '../restaurants/CreateSheet.tsx'
import { ChosenOutlets } from './ChosenOutlets.tsx'
import { PartnerSheet } from './PartnerSheet.tsx'

const outlet = (name: string) => ({ _id: name, establishment_name: `The ${name}`, approvalStatus: 'approved' as const })
const partner = (outlets: string[], more: Partial<Partner> = {}): Partner => ({
  _id: 'p1',
  name: 'Kavita Iyer',
  email: 'kavita@demo.test',
  mobile_number: '9000012345',
  createdAt: '2026-11-01T06:00:00.000Z',
  outlets: outlets.map(outlet),
  ...more,
})
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  await acceptLogin('backoffice', {
    token: 'a.b.c',
    user: aUser({ role: 'backoffice', restaurantId: null, restaurantName: null }),
    permissions: {},
  })
})

describe('a partner who is changed', () => {
  it('while a colleague gives them another outlet: nothing is saved, the sheet names what is there now, and what was chosen stays', async () => {
    const now = partner(['Kokan', 'Pav', 'Thali'])
    const asked = serve(({ method }) => {
      if (method !== 'PUT') return { status: 200, body: {} }
      const isFirst = asked.filter((one) => one.method === 'PUT').length === 1
      return isFirst
        ? refusal(409, 'outlets_changed', 'The outlets were changed.', { partner: now })
        : { status: 200, body: { partner: partner(['Kokan']) } }
    })
    const closes = vi.fn<() => void>()
    const { user } = mount(<PartnerSheet partner={partner(['Kokan', 'Pav'])} onClose={closes} />)
    await user.click(screen.getByRole('button', { name: 'Take out The Pav' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Changed on another device: The Kokan, The Pav, The Thali/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take out The Kokan' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Take out/ })).toHaveLength(1)
    expect(closes).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(closes).toHaveBeenCalled())
    const updateData = { restaurantIds: ['Kokan'] }
    expect(asked.filter((one) => one.method === 'PUT').map((one) => one.body)).toEqual([
      { partnerId: 'p1', restaurantIdsBefore: ['Kokan', 'Pav'], updateData },
      { partnerId: 'p1', restaurantIdsBefore: ['Kokan', 'Pav', 'Thali'], updateData },
    ])
  })
})

it('says that restaurants could not be searched, and not that none has the name', async () => {
  serve(() => refusal(403, 'forbidden', 'Failed to fetch restaurants'))
  const { user } = mount(<ChosenOutlets ids={[]} known={[]} onChange={() => undefined} />)
  await user.type(screen.getByRole('searchbox'), 'Kokan')
  expect(await screen.findByText('Failed to fetch restaurants')).toBeTruthy()
  expect(screen.queryByText('No restaurant has this name.')).toBeNull()
})

it('a new restaurant’s sheet says when partners could not be read, and finds each of many by its name or address', async () => {
  const all = Array.from({ length: 60 }, (_, i) => partner([], { _id: `p${i}`, name: `Chain ${i}`, email: `c${i}@demo.test` }))
  let fails = true
  const asked = serve(({ method, path }) => {
    if (method === 'POST') return refusal(409, 'email_taken', 'Taken')
    if (!path.startsWith('/v1/backoffice/partners')) return { status: 200, body: { restaurants: [] } }
    if (fails) return refusal(403, 'forbidden', 'Failed to fetch partners')
    const search = new URL(path, 'https://x.test').searchParams.get('search') ?? ''
    const found = all.filter(({ name, email }) => `${name} ${email}`.includes(search))
    return {
      status: 200,
      body: { partners: found.slice(0, 50), totalPages: 1, currentPage: 1, itemsPerPage: 50, totalPartners: found.length },
    }
  })
  const { user } = mount(<CreateSheet onOpen={() => undefined} onMade={() => undefined} onClose={() => undefined} />)
  expect(await screen.findByText('Failed to fetch partners')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  ;(await screen.findByRole('combobox', { name: 'Partner: None' })).focus()
  const choose = async (text: string, name: string) => {
    await user.keyboard('{Enter}')
    await user.keyboard(text)
    await screen.findByRole('option', { name })
    await user.keyboard('{Enter}')
    await screen.findByRole('combobox', { name: `Partner: ${name}` })
  }
  await choose('c58@', 'Chain 58, c58@demo.test')
  // Another search doesn't take the chosen one's name away.
  await user.keyboard('{Enter}')
  await user.keyboard('Chain 57')
  await screen.findByRole('option', { name: 'Chain 57, c57@demo.test' })
  await user.keyboard('{Escape}')
  expect(screen.getByRole('combobox', { name: 'Partner: Chain 58, c58@demo.test' })).toBeTruthy()
  for (const [label, text] of [
    ['Name', 'Kokan'],
    ['Address', '1 Main Street'],
    ['Name of the owner', 'Asha'],
    ['Email', 'asha@demo.test'],
    ['Mobile', '9000012345'],
  ] as const)
    await user.type(screen.getByRole('textbox', { name: label }), text)
  await user.click(screen.getByRole('button', { name: 'Create restaurant' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ partnerId: 'p58' }))
})
