import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChainPreview } from '#domain/api/chainMenu.ts'
import { later, mount, refusal, type Reply, type Request, serve, signIn } from '#web/test/dom.tsx'
import ChainMenuPage from './ChainMenuPage.tsx'
import type { Chain } from './tree.ts'

const NONE = { new: 0, price: 0, changed: 0, gone: 0, kept: 0, refused: 0, same: 0 }
const outlet = (id: string, name: string): Chain['outlets'][number] => ({ _id: id, name, dishes: 2, copies: 0, lastPush: null })
const chain = (...outlets: Chain['outlets']): Chain => ({
  outlets: [outlet('s', 'Pimpri'), ...outlets],
  source: {
    _id: 's',
    name: 'Pimpri',
    categories: [
      {
        _id: 'c',
        name: 'Pav Bhaji',
        dishes: [
          { _id: 'd1', name: 'Cheese Pav Bhaji', price: 159, available: true, dietType: 'veg', isAlcohol: false },
          { _id: 'd2', name: 'Jain Pav Bhaji', price: 119, available: true, dietType: 'veg', isAlcohol: false },
        ],
        subcategories: [],
      },
    ],
    gone: [{ _id: 'g', name: 'Paneer Pav Bhaji', outlets: 1 }],
  },
})
const previewOf = (outletId: string, dishes: string[], plan = 'plan-1'): ChainPreview => ({
  outletId,
  plan,
  counts: { ...NONE, new: dishes.length },
  rows: dishes.map((id) => ({
    masterId: id,
    itemId: null,
    name: id === 'd1' ? 'Cheese Pav Bhaji' : 'Jain Pav Bhaji',
    categoryName: 'Pav Bhaji',
    dietType: 'veg',
    isAlcohol: false,
    outcome: 'new',
    adopts: false,
    price: null,
    nextPrice: 159,
    chainPrice: 159,
    changes: [],
    kept: [],
    deletesRecipes: [],
    problem: null,
  })),
})
type Body = { outletIds: string[]; outletId: string; dishes: string[]; plan: string }

let push: (body: Body) => Reply
let read: () => Reply
let preview: (body: Body) => Reply
let asked: Request[]
beforeEach(() => {
  signIn({ role: 'partner', restaurantId: null, partnerId: 'p' })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  read = () => ({ status: 200, body: chain(outlet('k', 'Kothrud'), outlet('h', 'Hadapsar')) })
  preview = ({ outletIds, dishes }) => ({ status: 200, body: { previews: outletIds.map((id) => previewOf(id, dishes)) } })
  push = ({ outletId }) => ({ status: 200, body: { push: { _id: 'x', at: new Date().toISOString(), outletId, counts: NONE } } })
  asked = serve(({ path, body }) => {
    if (path.endsWith('/preview')) return preview(body as Body)
    if (path.endsWith('/push')) return push(body as Body)
    return read()
  })
})
const pushes = () => asked.filter((r) => r.path.endsWith('/push')).map((r) => r.body as Body)
const tickAll = async () => {
  const view = mount(<ChainMenuPage />)
  await view.user.click(await screen.findByRole('checkbox', { name: 'Pav Bhaji' }))
  await screen.findByRole('row', { name: /Cheese Pav Bhaji.*All 2/ })
  return view
}

describe('the chain menu', () => {
  it('shows what would change in the ticked outlets, and pushes exactly that, one outlet after the other', async () => {
    const { user } = await tickAll()
    expect(screen.getByText('2 of 2')).toBeTruthy()
    const first = later<{ status: number; body: unknown }>()
    push = ({ outletId }) =>
      outletId === 'k' ? first.promise : { status: 200, body: { push: { _id: 'x', at: '', outletId, counts: NONE } } }
    await user.click(screen.getByRole('button', { name: 'Push to 2 outlets' }))
    expect(await screen.findByText('Pushing')).toBeTruthy()
    expect(screen.getByText('Waiting')).toBeTruthy()
    expect(pushes()).toEqual([{ sourceId: 's', outletId: 'k', plan: 'plan-1', dishes: ['d1', 'd2'] }])
    // Another tick would forget the push, which goes on with what was ticked.
    for (const name of ['Pav Bhaji', 'Cheese Pav Bhaji']) await user.click(screen.getByRole('checkbox', { name }))
    expect([screen.getByText('Pushing'), screen.getByText('Waiting'), screen.getByText('2 of 2')]).toHaveLength(3)
    first.settle({ status: 200, body: { push: { _id: 'x', at: '', outletId: 'k', counts: NONE } } })
    expect(await screen.findByText('Pushed to 2 outlets')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pav Bhaji' }).disabled).toBe(false)
    expect(pushes().map((p) => p.outletId)).toEqual(['k', 'h'])
  })

  it('says of each outlet whose guests pay tax on top, where those of the source don’t, that they do', async () => {
    preview = ({ outletIds, dishes }) => ({
      status: 200,
      body: { previews: outletIds.map((id) => ({ ...previewOf(id, dishes), addsTax: id === 'k' })) },
    })
    await tickAll()
    const at = (name: string) => within(screen.getByRole('checkbox', { name }).closest('li')!)
    expect(at('Kothrud').getByText('Its guests pay tax on top of these prices; those of Pimpri don’t.')).toBeTruthy()
    expect(at('Hadapsar').getByText('Its guests pay no tax on top of these prices; those of Pimpri do.')).toBeTruthy()
  })

  it('leaves the others when one fails, and tries that one again with the same key', async () => {
    const { user } = await tickAll()
    let fails = true
    push = ({ outletId }) =>
      outletId === 'k' && fails ? 'lost' : { status: 200, body: { push: { _id: 'x', at: '', outletId, counts: NONE } } }
    await user.click(screen.getByRole('button', { name: 'Push to 2 outlets' }))
    const retry = await screen.findByRole('button', { name: 'Retry Kothrud' })
    // The button doesn't repeat the outlet's name, because a long one would be wider than the column.
    expect(retry.textContent).toBe('Retry')
    await waitFor(() => expect(pushes().map((p) => p.outletId)).toEqual(['k', 'h']))
    await waitFor(() => expect(retry.hasAttribute('disabled')).toBe(false))
    fails = false
    await user.click(retry)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry Kothrud' })).toBeNull())
    const keys = asked.filter((r) => r.path.endsWith('/push') && (r.body as Body).outletId === 'k').map((r) => r.key)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('waits after a rate limit and goes on with the same push; previews are asked for again once, after the last outlet', async () => {
    const { user } = await tickAll()
    const previews = () => asked.filter(({ path }) => path.endsWith('/preview')).length
    const before = previews()
    let limited = true
    const first = later<{ status: number; body: unknown }>()
    push = ({ outletId }) => {
      if (outletId === 'h') return first.promise
      if (!limited) return { status: 200, body: { push: { _id: 'x', at: '', outletId, counts: NONE } } }
      limited = false
      return refusal(429, 'rate_limited', 'Too many requests.', { retryAfter: 1 })
    }
    await user.click(screen.getByRole('button', { name: 'Push to 2 outlets' }))
    expect(await screen.findByText('Too many at once: continues in 1 s')).toBeTruthy()
    await waitFor(() => expect(pushes().map((p) => p.outletId)).toEqual(['k', 'k', 'h']), { timeout: 5000 })
    const keys = asked.filter((r) => r.path.endsWith('/push')).map((r) => r.key)
    expect(keys[0]).toBe(keys[1])
    expect(previews()).toBe(before)
    first.settle({ status: 200, body: { push: { _id: 'x', at: '', outletId: 'h', counts: NONE } } })
    expect(await screen.findByText('Pushed to 2 outlets')).toBeTruthy()
    await waitFor(() => expect(previews()).toBe(before + 1))
  })

  it('after each retry, a message about the whole push replaces the one before', async () => {
    read = () => ({ status: 200, body: chain(outlet('k', 'Kothrud'), outlet('h', 'Hadapsar'), outlet('w', 'Wakad')) })
    const { user } = mount(<ChainMenuPage />)
    await user.click(await screen.findByRole('checkbox', { name: 'Pav Bhaji' }))
    await screen.findByRole('row', { name: /Cheese Pav Bhaji.*All 3/ })
    const failing = new Set(['k', 'h'])
    push = ({ outletId }) =>
      failing.has(outletId)
        ? refusal(400, 'malformed', 'Not now.')
        : { status: 200, body: { push: { _id: 'x', at: '', outletId, counts: NONE } } }
    const retry = async (name: string) => {
      const button = await screen.findByRole('button', { name: `Retry ${name}` })
      await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
      await user.click(button)
    }
    const result = () => screen.queryAllByText(/^Pushed to|outlets failed/).map((one) => one.textContent)
    await user.click(screen.getByRole('button', { name: 'Push to 3 outlets' }))
    await waitFor(() => expect(result()).toEqual(['2 of 3 outlets failed. The others have the new menu.']))
    failing.delete('k')
    await retry('Kothrud')
    await waitFor(() => expect(result()).toEqual(['1 of 3 outlets failed. The others have the new menu.']))
    failing.delete('h')
    await retry('Hadapsar')
    await waitFor(() => expect(result()).toEqual(['Pushed to 3 outlets']))
  })

  it('says that no menu was changed when every push was refused', async () => {
    const { user } = await tickAll()
    push = () => refusal(400, 'malformed', 'Not now.')
    await user.click(screen.getByRole('button', { name: 'Push to 2 outlets' }))
    expect(await screen.findByText('2 outlets failed. Their menus are as they were.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Hadapsar' }))
    await user.click(await screen.findByRole('button', { name: 'Push to 1 outlet' }))
    expect(await screen.findByText('1 outlet failed. Its menu is as it was.')).toBeTruthy()
  })

  it('shows the newest plan when a menu was changed since, and pushes that', async () => {
    const { user } = await tickAll()
    await user.click(screen.getByRole('checkbox', { name: 'Hadapsar' }))
    push = ({ plan, outletId }) =>
      plan === 'plan-1'
        ? refusal(409, 'menu_changed', 'The menu was changed since.')
        : { status: 200, body: { push: { _id: 'x', at: '', outletId, counts: NONE } } }
    preview = ({ outletIds, dishes }) => ({ status: 200, body: { previews: outletIds.map((id) => previewOf(id, dishes, 'plan-2')) } })
    await user.click(await screen.findByRole('button', { name: 'Push to 1 outlet' }))
    const alert = (await screen.findByText('The menu was changed since.')).closest('[role=alert]') as HTMLElement
    await waitFor(() => expect(asked.filter((r) => r.path.endsWith('/preview')).length).toBeGreaterThan(1))
    await user.click(within(alert).getByRole('button', { name: 'Retry Kothrud' }))
    await waitFor(() => expect(pushes().map((p) => p.plan)).toEqual(['plan-1', 'plan-2']))
  })

  it('says why nothing can be pushed: nothing ticked, no outlet, or no right to', async () => {
    const { user } = mount(<ChainMenuPage />)
    await user.click(await screen.findByRole('button', { name: 'Push to 2 outlets' }))
    expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', 'Tick a category or a dish first')
    expect(asked.some((r) => r.path.endsWith('/preview'))).toBe(false)
    await user.click(screen.getByRole('checkbox', { name: 'Paneer Pav Bhaji' }))
    await user.click(screen.getByRole('button', { name: 'Untick all' }))
    expect(screen.getByText('Tick the outlets that should get these dishes.')).toBeTruthy()
    expect(pushes()).toEqual([])
  })

  it('finds some of many outlets, and ticks or unticks only these', async () => {
    const names = Array.from({ length: 13 }, (_, i) => (i < 3 ? `Pune ${i}` : `Mumbai ${i}`))
    read = () => ({ status: 200, body: chain(...names.map((name) => outlet(name, name))) })
    const { user } = mount(<ChainMenuPage />)
    const find = await screen.findByRole('searchbox', { name: 'Search 13 outlets' })
    expect(screen.getByText('13 outlets')).toBeTruthy()
    await user.type(find, 'pune')
    expect(screen.queryByRole('checkbox', { name: 'Mumbai 3' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Untick these 3' }))
    expect(screen.getByText('10 outlets')).toBeTruthy()
    await user.clear(find)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mumbai 3' }).checked).toBe(true)
    await user.type(find, 'nashik')
    expect(screen.getByText('No outlet has “nashik” in its name.')).toBeTruthy()
  })

  it('a managerial head can look at it, but not push', async () => {
    signIn({ role: 'managerialHead', partnerId: null })
    await tickAll()
    expect(screen.getByText(/You can look at what would change/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Push to 2 outlets' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('explains the page while there is one outlet, and says why the menu could not be loaded', async () => {
    read = () => ({ status: 200, body: chain() })
    const view = mount(<ChainMenuPage />)
    expect(await screen.findByText('One menu for all your outlets')).toBeTruthy()
    view.unmount()
  })

  it('asks for a preview again by itself after a rate limit', async () => {
    let limited = true
    preview = ({ outletIds, dishes }) => {
      if (!limited) return { status: 200, body: { previews: outletIds.map((id) => previewOf(id, dishes)) } }
      limited = false
      return refusal(429, 'rate_limited', 'Too many requests.', { retryAfter: 1 })
    }
    const { user } = mount(<ChainMenuPage />)
    await user.click(await screen.findByRole('checkbox', { name: 'Pav Bhaji' }))
    expect(await screen.findByRole('row', { name: /Cheese Pav Bhaji.*All 2/ }, { timeout: 5000 })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('shows the error of a preview that failed, and asks again', async () => {
    preview = () => refusal(400, 'malformed', 'The preview failed.')
    const { user } = mount(<ChainMenuPage />)
    await user.click(await screen.findByRole('checkbox', { name: 'Pav Bhaji' }))
    expect(await screen.findByText('The preview failed.')).toBeTruthy()
    preview = ({ outletIds, dishes }) => ({ status: 200, body: { previews: outletIds.map((id) => previewOf(id, dishes)) } })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('row', { name: /Cheese Pav Bhaji/ })).toBeTruthy()
  })
})
