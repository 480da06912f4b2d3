import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Claim } from '#domain/api/claims.ts'
import { queryClient } from '#web/core/query.ts'
import { acceptLogin } from '#web/core/session.ts'
import { aUser, mount, refusal, type Request, serve } from '#web/test/dom.tsx'
import ClaimsPage from './claims/ClaimsPage.tsx'
import { NewUser } from './users/NewUser.tsx'

/** Further *Accept* points of the back office (SCREENS §2.5): claims in pages, and who may be added. */
const claim = (n: number): Claim => ({
  _id: `c${n}`,
  restaurantId: 'r1',
  restaurantName: `Kokan ${n}`,
  name: `Tara ${n}`,
  email: `c${n}@demo.test`,
  mobile_number: '9000012345',
  message: '',
  documents: [],
  status: 'approved',
  reason: null,
  hasOwner: false,
  createdAt: '2026-11-01T06:00:00.000Z',
})
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const user = aUser({ role: 'admin', restaurantId: null, restaurantName: null })
  await acceptLogin('backoffice', { token: 'a.b.c', user, permissions: {} })
})

const LISTED = { international_phone_number: '+91 90000 12345', url: 'https://kokan.example', address: '14 Karve Road, Pune' }

describe('/backoffice/claims', () => {
  const claims = Array.from({ length: 14 }, (_, i) => claim(i + 1))
  const answers = () =>
    serve(({ path }) => {
      const asked = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(asked.get('page')), Number(asked.get('limit'))]
      const shown = path.startsWith('/v1/backoffice/restaurants/claims/pending') ? [] : claims
      const body = { claims: shown.slice((page - 1) * limit, page * limit), currentPage: page, itemsPerPage: limit, totalPages: 2 }
      return { status: 200, body: { ...body, totalClaims: shown.length } }
    })
  const lists = (asked: readonly Request[]) => asked.map(({ path }) => path).filter((path) => path.includes('/claims?'))

  it('page+status in URL: ten a page, and an address opens its page again', async () => {
    const asked = answers()
    const { user, address } = mount(<ClaimsPage />, { path: '/', at: '/?status=approved' })
    await screen.findByRole('button', { name: 'Kokan 1' })
    expect(screen.getAllByRole('button', { name: /^Kokan/ })).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('button', { name: 'Kokan 11' })
    expect(screen.getAllByRole('button', { name: /^Kokan/ })).toHaveLength(4)
    expect(address()).toBe('/?status=approved&page=2')
    expect(lists(asked)).toEqual([1, 2].map((n) => `/v1/backoffice/restaurants/claims?page=${n}&limit=10&sort=-added&status=approved`))
  })

  it('an address with page and status opens that page', async () => {
    const asked = answers()
    mount(<ClaimsPage />, { path: '/', at: '/?status=approved&page=2' })
    await screen.findByRole('button', { name: 'Kokan 14' })
    expect(lists(asked)).toEqual(['/v1/backoffice/restaurants/claims?page=2&limit=10&sort=-added&status=approved'])
  })

  it('a claim is shown beside the listing: whether number and email are the same, and where the place is', async () => {
    const [own] = [{ ...claim(1), status: 'pending' as const }]
    serve(({ path }) => {
      if (path === '/v1/restaurant/r1/details') return { status: 200, body: { restaurant: LISTED } }
      return { status: 200, body: { claims: [own], currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: 1 } }
    })
    mount(<ClaimsPage />, { path: '/', at: '/?claim=c1' })
    const beside = await screen.findByRole('table', { name: 'The claim beside the listing' })
    const rows = within(beside)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows.slice(1)).toEqual([
      ['Mobile', '9000012345', '+91 90000 12345', 'Same'],
      ['Email', 'c1@demo.test', 'kokan.example', 'Another'],
      ['Place', '14 Karve Road, Pune'],
    ])
  })

  describe('one that waits on another page', () => {
    /** Answers pages of the claims that wait, and one by its id. */
    const serveWaiting = (waiting: () => Claim[], decided: Claim[] = []) =>
      serve(({ path }) => {
        if (path === '/v1/restaurant/r1/details') return { status: 200, body: { restaurant: LISTED } }
        const asked = new URL(path, 'http://x').searchParams
        const [page, limit, id] = [Number(asked.get('page') ?? 1), Number(asked.get('limit') ?? 10), asked.get('id')]
        const all = waiting()
        const shown = id ? [...all, ...decided].filter((c) => c._id === id) : all.slice((page - 1) * limit, page * limit)
        const counts = { currentPage: page, itemsPerPage: limit, totalPages: Math.ceil(all.length / limit), totalClaims: all.length }
        return { status: 200, body: { claims: shown, ...counts } }
      })
    const fourteen = claims.map((c): Claim => ({ ...c, status: 'pending' }))
    const drawerOf = (n: number) => screen.findByRole('complementary', { name: `Kokan ${n}` })

    it('is shown when the palette leads to it', async () => {
      serveWaiting(() => fourteen)
      mount(<ClaimsPage />, { path: '/', at: '/?claim=c12' })
      expect(within(await drawerOf(12)).getByRole('button', { name: 'Approve' })).toBeTruthy()
    })

    it('stays open when it moves to the page before, because a colleague decides another', async () => {
      let waiting = fourteen
      serveWaiting(() => waiting)
      mount(<ClaimsPage />, { path: '/', at: '/?page=2&claim=c11' })
      const drawer = await drawerOf(11)
      waiting = waiting.slice(1)
      await act(() => queryClient.invalidateQueries())
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Kokan 11' })).toBeNull())
      expect(drawer.isConnected).toBe(true)
      await act(async () => undefined)
      expect(drawer.isConnected).toBe(true)
    })

    it('is no longer in the list of those that wait once a colleague has decided it', async () => {
      serveWaiting(() => fourteen.slice(0, 3), [claim(12)])
      mount(<ClaimsPage />, { path: '/', at: '/?claim=c12' })
      expect(await screen.findByText('This claim is no longer in this list.')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Mail a new link' })).toBeNull()
    })
  })

  it('approving a second owner asks first; the only one’s needs no question', async () => {
    const pending = [
      { ...claim(1), status: 'pending' as const, hasOwner: true },
      { ...claim(2), status: 'pending' as const },
    ]
    const asked = serve(({ path, method, body }) => {
      if (method === 'POST') return { status: 200, body: { claim: claim(Number((body as { claimId: string }).claimId.slice(1))) } }
      if (path === '/v1/restaurant/r1/details') return { status: 200, body: { restaurant: LISTED } }
      return { status: 200, body: { claims: pending, currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: 2 } }
    })
    const decided = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => (body as { claimId: string }).claimId)
    const { user } = mount(<ClaimsPage />, { path: '/', at: '/?claim=c1' })
    const approve = async (n: number) =>
      user.click(within(await screen.findByRole('complementary', { name: `Kokan ${n}` })).getByRole('button', { name: 'Approve' }))
    await approve(1)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve the claim of Tara 1?' }))
    expect(dialog.getByText(/Kokan 1 has an owner already/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Keep' }))
    expect(decided()).toEqual([])
    await approve(1)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(decided()).toEqual(['c1']))
    await user.click(await screen.findByRole('button', { name: 'Kokan 2' }))
    await approve(2)
    await waitFor(() => expect(decided()).toEqual(['c1', 'c2']))
  })

  it('an approval is withdrawn with a reason; that is not the rejection of one that waits', async () => {
    const asked = serve(({ method, path }) => {
      if (method === 'POST') return { status: 200, body: { claim: { ...claim(1), status: 'rejected' } } }
      if (path === '/v1/restaurant/r1/details') return { status: 200, body: { restaurant: LISTED } }
      return { status: 200, body: { claims: [claim(1)], currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: 1 } }
    })
    const { user } = mount(<ClaimsPage />, { path: '/', at: '/?claim=c1&status=approved' })
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw the approval for Tara 1?' }))
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await dialog.findByText('Enter why it is withdrawn.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), 'Not the owner')
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('The approval for Tara 1 is withdrawn')).toBeTruthy()
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      claimId: 'c1',
      action: 'withdraw',
      reason: 'Not the owner',
    })
  })

  it('a reason that is being typed stays when a colleague decides the claim meanwhile', async () => {
    let waiting: Claim[] = [{ ...claim(1), status: 'pending' }]
    serve(({ path }) => {
      if (path === '/v1/restaurant/r1/details')
        return { status: 200, body: { restaurant: { international_phone_number: '', url: '', address: '' } } }
      return { status: 200, body: { claims: waiting, currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: waiting.length } }
    })
    const { user } = mount(<ClaimsPage />, { path: '/', at: '/?claim=c1' })
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    await user.click(await screen.findByLabelText('Reason'))
    await user.paste('Not the own')
    waiting = []
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(screen.queryByText('Kokan 1')).toBeNull())
    await user.keyboard('er')
    const dialog = within(screen.getByRole('alertdialog', { name: 'Reject the claim of Tara 1?' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Not the owner')
  })

  it.each([
    ['rejected', true, 'Approve', 'You have decided already: the claim of Tara 1 is rejected.'],
    ['rejected', false, 'Approve', 'A colleague has decided meanwhile: the claim of Tara 1 is rejected.'],
    ['approved', false, 'Reject', 'A colleague has decided meanwhile: the claim of Tara 1 is approved.'],
    ['approved', false, 'Approve', 'The claim of Tara 1 is approved, and its link was mailed less than a minute ago.'],
  ] as const)('that is %s already (by this person: %s): "%s" says what happened', async (status, mine, press, text) => {
    const own: Claim = { ...claim(1), status: 'pending' }
    serve(({ method, path }) => {
      if (method === 'POST') return refusal(409, 'already_decided', 'It was decided already.', { claim: { ...own, status }, mine })
      if (path === '/v1/restaurant/r1/details') return { status: 200, body: { restaurant: LISTED } }
      return { status: 200, body: { claims: [own], currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: 1 } }
    })
    const { user } = mount(<ClaimsPage />, { path: '/', at: '/?claim=c1' })
    await user.click(await screen.findByRole('button', { name: press }))
    if (press === 'Reject') {
      const dialog = within(await screen.findByRole('alertdialog'))
      await user.type(dialog.getByRole('textbox'), 'No proof')
      await user.click(dialog.getByRole('button', { name: press }))
    }
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    ['pending', 'Approve', true],
    ['approved', 'Mail a new link', false],
  ] as const)('of a removed restaurant, %s: "%s" is disabled and says why, and nothing is compared', async (status, label, rejects) => {
    const own: Claim = { ...claim(1), status, restaurantName: '' }
    const asked = serve(() => ({ status: 200, body: { claims: [own], currentPage: 1, itemsPerPage: 10, totalPages: 1, totalClaims: 1 } }))
    const { user } = mount(<ClaimsPage />, { path: '/', at: `/?claim=c1&status=${status}` })
    const drawer = within(await screen.findByRole('complementary', { name: /^Removed restaurant/ }))
    const button = drawer.getByRole('button', { name: label })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(drawer.getByText('The restaurant was removed.', { exact: false })).toBeTruthy()
    expect(drawer.queryByRole('link', { name: 'See the restaurant' })).toBeNull()
    expect(asked.filter(({ path }) => path.startsWith('/v1/restaurant/r1'))).toEqual([])
    const reject = drawer.queryByRole('button', { name: 'Reject' })
    expect(reject !== null).toBe(rejects)
    if (!reject) return
    await user.click(reject)
    expect(within(await screen.findByRole('alertdialog')).getByText('The restaurant was removed')).toBeTruthy()
  })
})

describe('/backoffice/users', () => {
  const added = (asked: readonly Request[]) => asked.flatMap(({ body }) => (body ? [(body as { role: string }).role] : []))
  async function add(mayAddAdmin: boolean, choose: string | null) {
    const asked = serve(() => ({ status: 201, body: { user: {} } }))
    const { user } = mount(<NewUser mayAddAdmin={mayAddAdmin} onClose={() => undefined} />)
    await user.type(screen.getByLabelText(/^Name/), 'Joseph')
    await user.type(screen.getByLabelText(/^Email/), 'joseph@demo.test')
    if (choose) await user.click(screen.getByRole('radio', { name: choose }))
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await screen.findByRole('dialog', { name: 'Joseph was added' })
    return added(asked)
  }

  it('role admin/backoffice: an administrator chooses between the two', async () => {
    mount(<NewUser mayAddAdmin onClose={() => undefined} />)
    const roles = within(screen.getByRole('radiogroup', { name: /^Role/ })).getAllByRole<HTMLInputElement>('radio')
    expect(roles).toHaveLength(2)
  })

  it.each([
    [true, 'Administrator', ['admin']],
    [true, null, ['backoffice']],
    [false, null, ['backoffice']],
  ] as const)('role admin/backoffice: may add an administrator %s, chosen %s, sends %j', async (mayAddAdmin, choose, sent) => {
    expect(await add(mayAddAdmin, choose)).toEqual(sent)
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  })
})
