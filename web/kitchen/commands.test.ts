import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderShape } from '#domain/api/order.ts'
import { item, kot, order } from './testOrders.ts'
import { askedOf, type Command, isSo, stepsFor } from './commands.ts'

const lines = (...statuses: ('Preparing' | 'Ready' | 'Served' | 'Cancelled')[]) => ({
  items: statuses.map((status, i) => item({ lineId: `l${i}`, status })),
})
const all = ['l0', 'l1', 'l2']

describe('the calls of a change', () => {
  it('are one call for the whole ticket if it means exactly these lines', () => {
    expect(stepsFor(lines('Preparing', 'Preparing'), all, 'Ready', true)).toEqual([{ lineId: null, status: 'Ready', from: 'Preparing' }])
    expect(stepsFor(lines('Preparing', 'Ready', 'Cancelled'), ['l0'], 'Ready', true)).toEqual([
      { lineId: null, status: 'Ready', from: 'Preparing' },
    ])
    expect(stepsFor(lines('Preparing', 'Preparing'), all, 'Served', false)).toEqual([{ lineId: null, status: 'Served', from: 'Preparing' }])
  })
  it('name the lines if only some are meant: one item, or a station’s part', () => {
    expect(stepsFor(lines('Preparing', 'Preparing', 'Preparing'), ['l0', 'l2'], 'Ready', true)).toEqual([
      { lineId: 'l0', status: 'Ready', from: 'Preparing', stations: ['Mains'] },
      { lineId: 'l2', status: 'Ready', from: 'Preparing', stations: ['Mains'] },
    ])
  })
  it('name the screen’s stations if all of the ticket’s lines there are meant, and none of other stations', () => {
    const [grill, bar, made] = ['Grill', 'Bar', 'Grill'].map((station, i) => item({ lineId: `l${i}`, station }))
    const items = [grill!, bar!, made!]
    expect(stepsFor({ items }, ['l0', 'l2'], 'Ready', true, ['grill'])).toEqual([
      { lineId: null, status: 'Ready', from: 'Preparing', stations: ['grill'] },
    ])
    expect(stepsFor({ items }, ['l0'], 'Ready', true, ['Grill'])).toEqual([
      { lineId: 'l0', status: 'Ready', from: 'Preparing', stations: ['Grill'] },
    ])
    expect(stepsFor({ items }, ['l0', 'l1', 'l2'], 'Ready', true)).toEqual([{ lineId: null, status: 'Ready', from: 'Preparing' }])
    const ready = items.map((i) => ({ ...i, status: 'Ready' as const }))
    expect(stepsFor({ items: ready }, ['l1'], 'Preparing', true, ['Bar'])).toEqual([
      { lineId: null, status: 'Preparing', stations: ['Bar'] },
    ])
  })
  it('never take back a served line when the others are bumped', () => {
    expect(stepsFor(lines('Served', 'Preparing'), ['l1'], 'Ready', true)).toEqual([
      { lineId: 'l1', status: 'Ready', from: 'Preparing', stations: ['Mains'] },
    ])
  })
  it('recall in one step; a served line goes back through Ready', () => {
    expect(stepsFor(lines('Ready', 'Ready'), all, 'Preparing', true)).toEqual([{ lineId: null, status: 'Preparing' }])
    expect(stepsFor(lines('Ready', 'Ready'), ['l1'], 'Preparing', true)).toEqual([{ lineId: 'l1', status: 'Preparing' }])
    expect(stepsFor(lines('Served', 'Ready'), all, 'Preparing', true)).toEqual([
      { lineId: 'l0', status: 'Ready', from: 'Served' },
      { lineId: 'l0', status: 'Preparing' },
      { lineId: 'l1', status: 'Preparing' },
    ])
    expect(stepsFor(lines('Served', 'Served'), all, 'Preparing', false)).toEqual([{ lineId: null, status: 'Preparing' }])
  })
  it('are none if the lines already have the status', () => {
    expect(stepsFor(lines('Ready'), ['l0'], 'Ready', true)).toEqual([])
  })
})

describe('the requested status', () => {
  it('is the latest one for each line', () => {
    const command = (lineIds: string[], to: Command['to']) => ({ lineIds, to }) as Command
    expect([...askedOf([command(['a', 'b'], 'Ready'), command(['b'], 'Preparing')])]).toEqual([
      ['a', 'Ready'],
      ['b', 'Preparing'],
    ])
  })
  it('is reached when another device was quicker', () => {
    const o = order({ kots: [kot({ kotId: 'k', items: lines('Ready', 'Served', 'Cancelled').items })] })
    expect(isSo(o, 'k', all, 'Ready')).toBe(true)
    expect(isSo(o, 'k', ['l0'], 'Preparing')).toBe(false)
    expect(isSo(o, 'other', ['l0'], 'Ready')).toBe(false)
    expect(isSo(null, 'k', ['l0'], 'Ready')).toBe(false)
  })
})

describe('sending', () => {
  const stored = new Map<string, string>()
  /** Who is signed in. */
  let owner: string | null
  beforeEach(() => {
    stored.clear()
    vi.resetModules()
    vi.stubGlobal('localStorage', {
      getItem: (k: string) => stored.get(k) ?? null,
      setItem: (k: string, v: string) => stored.set(k, v),
      removeItem: (k: string) => stored.delete(k),
    })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('location', { pathname: '/restaurant/kitchen', search: '' })
    owner = 'asha'
    vi.doMock('#web/core/kept.ts', () => ({ keptKey: (name: string) => owner && `${name}:${owner}` }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.doUnmock('#web/core/kept.ts')
  })

  type Sent = { body: Record<string, unknown>; key: string }
  /** Answers each call with the next of `answers`; null means no network. */
  function server(answers: ({ status: number; body: unknown } | null)[]) {
    const sent: Sent[] = []
    vi.stubGlobal('fetch', async (path: string, init: { body: string; headers: Record<string, string> }) => {
      if (!path.includes('/item/status')) return new Response('{}', { status: 200 })
      sent.push({ body: JSON.parse(init.body) as Record<string, unknown>, key: init.headers['Idempotency-Key'] ?? '' })
      const answer = answers.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body), { status: answer.status })
    })
    return sent
  }
  const two = (): OrderShape => order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Preparing', 'Preparing').items })] })
  const waiting = () => (JSON.parse(stored.get('kitchen_bumps:asha') ?? '[]') as Command[]).map((c) => ({ to: c.to, failed: c.failed }))
  const ask = async (to: Command['to'], lineIds = ['l0', 'l1']) => {
    const { ask } = await import('./commands.ts')
    await ask(new QueryClient(), { order: two(), kotId: 'k', label: 'T7, KOT 1', lineIds, to, readyStep: true, stations: null })
  }

  it('sends no item for a whole ticket and drops the command once it is answered', async () => {
    const sent = server([{ status: 200, body: { order: two(), allItemsCancelled: false } }])
    await ask('Ready')
    expect(sent.map((s) => s.body)).toEqual([{ orderId: 'o', kotId: 'k', status: 'Ready', from: 'Preparing' }])
    expect(waiting()).toEqual([])
  })

  it('sounds when one fails, but not on a screen whose sound is off', async () => {
    const playSound = vi.fn()
    vi.doMock('#web/app/feedback/sound.ts', () => ({ playSound }))
    try {
      server([null, null])
      await ask('Ready')
      expect(playSound.mock.calls).toEqual([['failure']])
      vi.resetModules()
      stored.delete('kitchen_bumps:asha')
      const { setSound } = await import('./device.ts')
      setSound(false)
      await ask('Ready')
      expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
      expect(playSound).toHaveBeenCalledTimes(1)
    } finally {
      vi.doUnmock('#web/app/feedback/sound.ts')
    }
  })

  it('keeps a failed command and repeats it with the same key, before later ones', async () => {
    const sent = server([null, { status: 200, body: {} }, { status: 200, body: {} }])
    await ask('Ready')
    expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
    await ask('Preparing')
    expect(sent.map((s) => s.body.status)).toEqual(['Ready', 'Ready', 'Preparing'])
    expect(sent[0]?.key).toBe(sent[1]?.key)
    expect(sent[2]?.key).not.toBe(sent[1]?.key)
    expect(waiting()).toEqual([])
  })

  describe('of a ticket whose table was merged while the board was offline', () => {
    const gone = { status: 404, body: { status: 'error', code: 'not_found', message: 'KOT not found' } }
    const done = { status: 200, body: {} }
    /** The answers to the bumps, and what the order list says: null means no network. */
    async function bumped(answers: Parameters<typeof server>[0], orders: OrderShape[] | null, toCook: OrderShape[] = []) {
      const sent = server([null, ...answers])
      const bumps = fetch
      vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
        if (!path.includes('/restaurant/pending')) return bumps(path, init)
        if (!orders) throw new TypeError('Failed to fetch')
        return Response.json({ orders, toCook, seq: 1 })
      })
      await ask('Ready')
      await retryAll()
      return sent
    }
    const retryAll = async () => (await import('./commands.ts')).retry(new QueryClient())
    const parent = (): OrderShape => ({ ...two(), _id: 'parent' })

    it.each([
      ['an open order', [parent()], []],
      ['a settled order that is still cooked', [], [parent()]],
    ] as const)('goes to the order that has the ticket now, with a new key: %s', async (_, orders, toCook) => {
      const sent = await bumped([gone, done], [...orders], [...toCook])
      expect(sent.map((s) => s.body)).toEqual(
        ['o', 'o', 'parent'].map((orderId) => ({ orderId, kotId: 'k', status: 'Ready', from: 'Preparing' })),
      )
      expect(sent[1]?.key).toBe(sent[0]?.key)
      expect(sent[2]?.key).not.toBe(sent[0]?.key)
      expect(waiting()).toEqual([])
    })

    it('is repeated with the same key when the answer of that order is lost', async () => {
      const sent = await bumped([gone, null, done], [parent()])
      expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
      await retryAll()
      expect(sent[3]).toEqual(sent[2])
      expect(waiting()).toEqual([])
    })

    it('stays when the orders can’t be read', async () => {
      await bumped([gone], null)
      expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
    })

    it.each([
      ['no order', []],
      ['only the same order', [two()]],
    ])('ends when %s has it', async (_, orders) => {
      const sent = await bumped([gone], orders)
      expect(sent).toHaveLength(2)
      expect(waiting()).toEqual([])
    })
  })

  it('keeps a command that was refused before the server looked at it', async () => {
    server([{ status: 409, body: { status: 'error', code: 'busy', message: 'The same request is under way. Try again.' } }])
    await ask('Ready')
    expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
  })

  it('is tried again after a reload', async () => {
    let sent = server([null])
    await ask('Ready')
    const key = sent[0]?.key
    vi.resetModules()
    sent = server([{ status: 200, body: {} }])
    const { retry } = await import('./commands.ts')
    await retry(new QueryClient())
    expect(sent.map((s) => s.key)).toEqual([key])
    expect(waiting()).toEqual([])
  })

  it('that an earlier version of the app kept says where it began too, and is a new request, since its body is another one', async () => {
    const bump = { orderId: 'o', kotId: 'k', label: 'T7, KOT 1', failed: true }
    const kept = [
      { ...bump, id: '1', lineIds: ['l0'], to: 'Ready', steps: [{ lineId: null, status: 'Ready', key: 'old-1' }] },
      { ...bump, id: '2', lineIds: ['l0'], to: 'Preparing', steps: [{ lineId: null, status: 'Preparing', key: 'old-2' }] },
    ]
    stored.set('kitchen_bumps:asha', JSON.stringify(kept))
    const sent = server([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ])
    const { retry } = await import('./commands.ts')
    await retry(new QueryClient())
    expect(sent.map((s) => s.body)).toEqual([
      { orderId: 'o', kotId: 'k', status: 'Ready', from: 'Preparing' },
      { orderId: 'o', kotId: 'k', status: 'Preparing' },
    ])
    expect(sent[0]?.key).not.toBe('old-1')
    expect(sent[1]?.key).toBe('old-2')
  })

  it('ends quietly when everything was made and served meanwhile', async () => {
    const { snack } = await import('#web/app/feedback/snack.tsx')
    const error = vi.spyOn(snack, 'error')
    const served = order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Served', 'Served').items })] })
    const refused = { status: 'error', code: 'invalid_transition', message: 'Nothing on this KOT can become Ready.', order: served }
    const sent = server([null, { status: 409, body: refused }])
    await ask('Ready')
    const { retry } = await import('./commands.ts')
    await retry(new QueryClient())
    expect(sent[1]?.body).toMatchObject({ status: 'Ready', from: 'Preparing' })
    expect([waiting(), error.mock.calls]).toEqual([[], []])
  })

  it('takes its kept Undo along when another screen has bumped the ticket meanwhile: that bump was right', async () => {
    const ready = order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Ready', 'Ready').items })] })
    const refused = { status: 'error', code: 'invalid_transition', message: 'Nothing on this KOT can become Ready.', order: ready }
    const sent = server([null, null, { status: 409, body: refused }])
    await ask('Ready')
    await ask('Preparing')
    expect(waiting()).toHaveLength(2)
    const { retry } = await import('./commands.ts')
    await retry(new QueryClient())
    expect(sent.map((s) => s.body.status)).toEqual(['Ready', 'Ready', 'Ready'])
    expect(waiting()).toEqual([])
  })

  it('keeps the Undo that means another line too', async () => {
    const now = order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Ready', 'Preparing').items })] })
    const refused = { status: 'error', code: 'invalid_transition', message: 'Dosa is Ready now.', order: now }
    const done = { status: 200, body: {} }
    const sent = server([null, null, null, { status: 409, body: refused }, done, done])
    await ask('Ready', ['l0'])
    await ask('Ready', ['l1'])
    await ask('Preparing')
    const { retry } = await import('./commands.ts')
    await retry(new QueryClient())
    expect(sent.slice(3).map((s) => s.body.status)).toEqual(['Ready', 'Ready', 'Preparing'])
    expect(waiting()).toEqual([])
  })

  it('goes on with the other lines when one was served meanwhile', async () => {
    const { snack } = await import('#web/app/feedback/snack.tsx')
    const error = vi.spyOn(snack, 'error')
    const now = order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Served', 'Preparing', 'Preparing').items })] })
    const refused = { status: 'error', code: 'invalid_transition', message: 'Dosa is Served now.', order: now }
    const sent = server([
      { status: 409, body: refused },
      { status: 200, body: {} },
    ])
    const three = order({ _id: 'o', kots: [kot({ kotId: 'k', items: lines('Preparing', 'Preparing', 'Preparing').items })] })
    const commands = await import('./commands.ts')
    const press = {
      order: three,
      kotId: 'k',
      label: 'T7, KOT 1',
      lineIds: ['l0', 'l1'],
      to: 'Ready',
      readyStep: true,
      stations: null,
    } as const
    await commands.ask(new QueryClient(), press)
    expect(sent.map((s) => s.body.lineId)).toEqual(['l0', 'l1'])
    expect([waiting(), error.mock.calls]).toEqual([[], []])
  })

  it('ends with the session: another person doesn’t send it, and a late answer stores nothing', async () => {
    const sent = server([null, null])
    await ask('Ready')
    expect(waiting()).toEqual([{ to: 'Ready', failed: true }])
    const { retry } = await import('./commands.ts')
    const again = retry(new QueryClient())
    // What core/kept.ts does at the end of a session.
    owner = null
    stored.clear()
    await again
    expect([sent.length, [...stored.keys()]]).toEqual([2, []])
    owner = 'ravi'
    await retry(new QueryClient())
    expect([sent.length, [...stored.keys()]]).toEqual([2, []])
  })

  it('drops a refused command', async () => {
    server([
      {
        status: 409,
        body: {
          status: 'error',
          code: 'invalid_transition',
          message: 'Table 7 was billed.',
          order: order({ _id: 'o', orderStatus: 'completed', kots: [] }),
        },
      },
    ])
    await ask('Ready')
    expect(waiting()).toEqual([])
  })
})
