import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Request, serve, signIn } from '#web/test/dom.tsx'
import { sessionNow, signOut } from './session.ts'
import { finishBeforeSignOut } from './unfinished.ts'

/** After a sign-out the server takes no report from this page, so printing results are reported first. */
let asked: string[]
let forget: () => void
beforeEach(async () => {
  asked = []
  serve(({ path }: Request) => {
    asked.push(path)
    return { status: 200, body: {} }
  })
  await signIn({ role: 'cashier' })
  vi.useFakeTimers()
})
afterEach(() => {
  forget()
  vi.useRealTimers()
})
const loggedOut = () => asked.includes('/v1/auth/logout')

it('a sign-out waits until the paper that prints has been told, and then ends the session', async () => {
  let told = () => {}
  const finish = vi.fn(() => new Promise<void>((resolve) => (told = resolve)))
  forget = finishBeforeSignOut({ runs: () => true, finish })
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
  forget = finishBeforeSignOut({ runs: () => true, finish: () => new Promise(() => undefined) })
  void signOut()
  await vi.advanceTimersByTimeAsync(2900)
  expect(loggedOut()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect([loggedOut(), sessionNow().status]).toEqual([true, 'out'])
})
