import { QueryClientProvider } from '@tanstack/react-query'
import { render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, vi } from 'vitest'
import { ConfirmHost } from '#web/app/feedback/confirm.tsx'
import { Snackbars } from '#web/app/feedback/snack.tsx'
import { ShortcutHost } from '#web/app/shortcuts.tsx'
import { queryClient } from '#web/core/query.ts'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'

/**
 * The harness of component tests (`*.dom.test.tsx`, in jsdom): a page in the frame that main.tsx gives it, a person at its keyboard, and a server that
 * the test plays. What a browser alone can show (layout, contrast, the real server) belongs to e2e.
 */
export type Mounted = RenderResult & {
  user: UserEvent
  /** Where the person is. */
  path: () => string
  goTo: (path: string) => Promise<void>
  /** The browser's Back. */
  back: () => Promise<void>
}

/** Renders `page` at `/`; every other path shows the text "Elsewhere". */
export function mount(page: ReactNode, { at = '/' }: { at?: string } = {}): Mounted {
  const router = createMemoryRouter(
    [
      { path: '/', element: page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  )
  const user = userEvent.setup()
  const view = render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <ConfirmHost />
        <ShortcutHost />
        <Snackbars />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  return {
    ...view,
    user,
    path: () => router.state.location.pathname,
    goTo: (path) => router.navigate(path),
    back: () => router.navigate(-1),
  }
}

export type Request = { method: string; path: string; key: string | undefined; body: unknown }
export type Reply = { status: number; body?: unknown } | 'lost' | Promise<{ status: number; body?: unknown }>

/**
 * The server of this test. `reply` answers each request: a status with a body, or 'lost' for a connection that breaks; a promise keeps the person
 * waiting. Answers what was asked, in order. Health checks are answered by the harness.
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
    }
    asked.push(request)
    const answer = await reply(request)
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return answer.status === 204 ? new Response(null, { status: 204 }) : Response.json(answer.body ?? {}, { status: answer.status })
  })
  return asked
}

/** A refusal as CONTRACT §1 words it. */
export const refusal = (status: number, code: string, message: string, more: Record<string, unknown> = {}) => ({
  status,
  body: { status: 'error', code, message, ...more },
})

/** A promise that the test settles. */
export function later<T>() {
  let settle: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => (settle = resolve))
  return { promise, settle }
}

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})
