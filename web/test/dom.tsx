import { render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, vi } from 'vitest'
import { snack } from '#web/app/feedback/snack.tsx'
import { Frame } from '#web/app/Frame.tsx'
import { LeaveGuard } from '#web/app/leave.tsx'
import { setRouter } from '#web/app/useSearch.ts'
import { forgetAttempts } from '#web/core/attempt.ts'
import { forgetLive } from '#web/core/liveCache.ts'
import { queryClient } from '#web/core/query.ts'
import { acceptLogin, type SessionUser } from '#web/core/session.ts'

/**
 * The harness for component tests (`*.dom.test.tsx`, in jsdom): a page in the frame that main.tsx gives it, with a simulated user, and a fake server whose answers
 * the test sets. What needs a real browser or server (layout, contrast) belongs to e2e.
 */
type Mounted = RenderResult & {
  user: UserEvent
  /** The current path. */
  path: () => string
  /** The current path with its search parameters. */
  address: () => string
  goTo: (path: string, options?: { state: unknown }) => Promise<void>
  /** The browser's Back. */
  back: () => Promise<void>
}

/** Renders `page` at its `path`; every other path shows the text "Elsewhere". */
export function mount(page: ReactNode, { path = '/', at = path }: { path?: string; at?: string } = {}): Mounted {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <LeaveGuard />
            <Outlet />
          </>
        ),
        children: [
          { path, element: page },
          { path: '*', element: <p>Elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [at] },
  )
  setRouter(router)
  const user = userEvent.setup()
  const view = render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
  return {
    ...view,
    user,
    path: () => router.state.location.pathname,
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    goTo: (path, options) => router.navigate(path, options),
    back: () => router.navigate(-1),
  }
}

export type Request = { method: string; path: string; key: string | undefined; body: unknown; outlet?: string; token?: string }
export type Reply = { status: number; body?: unknown } | 'lost' | Promise<{ status: number; body?: unknown }>

/**
 * Fakes the server. `reply` answers each request: a status with a body, or 'lost' for a broken connection; a promise delays the
 * answer. Returns the requests made, in order. Health checks are answered by the harness.
 */
export function serve(reply: (request: Request) => Reply): Request[] {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/v1/health') return Response.json({ status: 'ok' })
    const headers = (init.headers ?? {}) as Record<string, string>
    const request: Request = {
      method: init.method ?? 'GET',
      path: url,
      key: headers['Idempotency-Key'],
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      ...(headers['X-Restaurant-Id'] ? { outlet: headers['X-Restaurant-Id'] } : null),
      ...(headers.Authorization ? { token: headers.Authorization.replace('Bearer ', '') } : null),
    }
    asked.push(request)
    const answer = await reply(request)
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer.status === 204 ? new Response(null, { status: 204 }) : Response.json(answer.body ?? {}, { status: answer.status })
  })
  return asked
}

/** Somebody who is signed in, by their role; a cashier if nothing is given. */
export const aUser = (person: Partial<SessionUser> = {}): SessionUser => ({
  id: 'u1',
  _id: 'u1',
  role: 'cashier',
  name: 'Divya Nair',
  email: 'divya@demo.test',
  restaurantId: 'r1',
  restaurantName: 'Smash Yard',
  partnerId: null,
  approved: true,
  exists: true,
  ...person,
})

/** Signs `aUser` in. */
export const signIn = (person: Partial<SessionUser> = {}) =>
  acceptLogin('restaurant', { token: 'a.b.c', user: aUser(person), permissions: {} })

/** A refusal in the shape of CONTRACT §1. */
export const refusal = (status: number, code: string, message: string, more: Record<string, unknown> = {}) => ({
  status,
  body: { status: 'error', code, message, ...more },
})

/** A promise that the test resolves later. */
export function later<T>() {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => (settle = resolve))
  return { promise, settle }
}

afterEach(() => {
  snack.close()
  queryClient.clear()
  // What one test has learnt of an order is no news in the next one.
  forgetLive(queryClient)
  forgetAttempts()
  vi.unstubAllGlobals()
})

/** The files that presses save from now on, such as a CSV export. */
export function savedFiles(): Blob[] {
  const saved: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'), revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return saved
}
