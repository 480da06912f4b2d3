import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refusal, type Request, serve, signIn } from '#web/test/dom.tsx'
import { sessionNow, signOut, startSession } from './session.ts'
import { finishBeforeSignOut } from './unfinished.ts'

/** After a sign-out the server takes no report from this page, so printing results are reported first. */
let asked: string[]
let forget: (() => void) | undefined
beforeEach(async () => {
  asked = []
  forget = undefined
  serve(({ path }: Request) => {
    asked.push(path)
    // Who is signed in can't be asked: the person stays.
    return path === '/v1/auth/me' ? refusal(503, 'unavailable', 'Not now.') : { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  vi.useFakeTimers()
})
afterEach(() => {
  forget?.()
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
})
const loggedOut = () => asked.includes('/v1/auth/logout')

it('a sign-out waits until the paper that prints has been told, and then ends the session', async () => {
  let told = () => {}
  const finish = vi.fn(() => new Promise<void>((resolve) => (told = resolve)))
  forget = finishBeforeSignOut({ runs: () => true, finish, goOn: () => undefined })
  const out = signOut()
  await vi.advanceTimersByTimeAsync(2000)
  expect([loggedOut(), sessionNow().status]).toEqual([false, 'in'])
  // A second press asks for nothing more.
  await signOut()
  expect(finish).toHaveBeenCalledOnce()
  told()
  await vi.advanceTimersByTimeAsync(100)
  await out
  expect([loggedOut(), sessionNow().status]).toEqual([true, 'out'])
})

it('a sign-out waits for it 3 s and no longer', async () => {
  forget = finishBeforeSignOut({ runs: () => true, finish: () => new Promise(() => undefined), goOn: () => undefined })
  void signOut()
  await vi.advanceTimersByTimeAsync(2900)
  expect(loggedOut()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect([loggedOut(), sessionNow().status]).toEqual([true, 'out'])
})

it('finishes for a sign-out in another tab, and goes on when that one was given up', async () => {
  startSession()
  const [finish, goOn] = [vi.fn(async () => undefined), vi.fn()]
  forget = finishBeforeSignOut({ runs: () => false, finish, goOn })
  const told = (event: string) =>
    dispatchEvent(new StorageEvent('storage', { key: 'tawa_session', newValue: JSON.stringify({ event, at: Date.now() }) }))
  told('leaving')
  await vi.advanceTimersByTimeAsync(9000)
  expect([finish.mock.calls.length, goOn.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(2000)
  expect(goOn).toHaveBeenCalledOnce()
  // Where the other one has signed out, there is nobody to go on for.
  told('leaving')
  told('out')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([finish.mock.calls.length, goOn.mock.calls.length, sessionNow().status]).toEqual([2, 1, 'out'])
})

it('tells the other tabs of this browser and waits for those that print, 3 s and no longer', async () => {
  for (const ends of [true, false]) {
    await signIn({ role: 'cashier' })
    asked.length = 0
    let free = () => {}
    const request = vi.fn((_: string, { mode }: LockOptions, held: () => unknown) =>
      mode === 'shared' ? Promise.resolve(held()) : new Promise<void>((resolve) => (free = resolve)),
    )
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    localStorage.removeItem('tawa_session')
    const out = signOut()
    await vi.advanceTimersByTimeAsync(2900)
    expect(JSON.parse(localStorage.getItem('tawa_session') ?? '{}')).toMatchObject({ event: 'leaving' })
    expect([loggedOut(), sessionNow().status]).toEqual([false, 'in'])
    if (ends) free()
    await vi.advanceTimersByTimeAsync(ends ? 50 : 200)
    await out
    expect([loggedOut(), sessionNow().status]).toEqual([true, 'out'])
  }
})
