import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '#domain/ids.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ApiError, type Call, messageOf } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { useCommand } from '#web/core/query.ts'

/** The progress of an outlet's push. `seconds`: after a rate limit, it goes on by itself in this many seconds. */
export type Progress =
  { state: 'waiting'; seconds?: number } | { state: 'pushing' } | { state: 'done' } | { state: 'failed'; message: string }
export type Target = { outletId: string; plan: string }
type PushBody = Target & { sourceId: string; dishes: string[] }

/** A push and its retries share one message, so that the newest replaces the one before. */
const RESULT = 'chain-push'
/** Previews are asked for again once, after all outlets. After each outlet, a push to a hundred would ask for five hundred previews, far above the limit. */
const CHANGED: readonly Call[] = ['GET /partner/menu', 'GET /partner/menu/pushes', 'POST /partner/menu/preview', 'POST /menus/restaurant']
/** How many times an outlet's push, or a preview, waits for the rate limit. */
const MOST_WAITS = 3

/** The seconds after which a push that was refused by the rate limit may be sent again; null for any other failure. */
const secondsToWait = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 60) : null

/** The retry of previews: as for every query (web/core/query.ts), and after a rate limit when it has passed. A hundred outlets take five previews for each tick. */
export const previewTries = {
  retry: (failures: number, error: Error): boolean => {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    return failures < (secondsToWait(error) !== null ? MOST_WAITS : isRefused ? 0 : 1)
  },
  retryDelay: (_: number, error: Error): number => (secondsToWait(error) ?? 1) * 1000,
}

/** Pushes to one outlet after the other. A failed one doesn't stop the others, and can be retried alone. */
export function usePush(sourceId: string, dishes: readonly string[]) {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const client = useQueryClient()
  const { mutateAsync } = useCommand('POST /partner/menu/push', { quiet: true })
  /** Keys of pushes whose answer was lost: a retry with the same key gets the answer to the first. */
  const keys = useRef(new Map<string, string>())
  /** The outlets of the last push and those of them that still fail, for the message about the whole push. */
  const last = useRef({ outlets: new Set<string>(), failed: new Set<string>() })
  const set = (id: string, now: Progress) => setProgress((all) => new Map(all).set(id, now))
  /** One outlet's push. After a rate limit the same push goes on. */
  const send = async (body: PushBody, idempotencyKey: string): Promise<void> => {
    for (let waits = 0; ; waits++)
      try {
        set(body.outletId, { state: 'pushing' })
        return void (await mutateAsync({ body, idempotencyKey }))
      } catch (error) {
        const seconds = secondsToWait(error)
        if (seconds === null || waits === MOST_WAITS) throw error
        set(body.outletId, { state: 'waiting', seconds })
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      }
  }
  const run = async (targets: readonly Target[], refresh: () => unknown) => {
    const { outlets, failed } = last.current
    for (const { outletId } of targets) {
      outlets.add(outletId)
      set(outletId, { state: 'waiting' })
    }
    let isOpen = false
    for (const { outletId, plan } of targets) {
      const body = { sourceId, outletId, plan, dishes: [...dishes] }
      const what = JSON.stringify(body)
      const idempotencyKey = keys.current.get(what) ?? randomId()
      keys.current.set(what, idempotencyKey)
      try {
        await send(body, idempotencyKey)
        keys.current.delete(what)
        failed.delete(outletId)
        set(outletId, { state: 'done' })
      } catch (error) {
        failed.add(outletId)
        if (leavesOpen(error)) isOpen = true
        else keys.current.delete(what)
        set(outletId, { state: 'failed', message: messageOf(error) })
        // Its newest plan is shown before it is tried again.
        if (error instanceof ApiError && error.code === 'menu_changed') refresh()
      }
    }
    for (const call of CHANGED) void client.invalidateQueries({ queryKey: [call] })
    const all = plural(outlets.size, 'outlet')
    if (failed.size === 0) snack.success(`Pushed to ${all}`, { id: RESULT })
    else if (failed.size < outlets.size) snack.error(`${failed.size} of ${all} failed. The others have the new menu.`, { id: RESULT })
    // A push whose answer was lost may have changed the menu.
    else
      snack.error(`${all} failed${isOpen ? '' : outlets.size === 1 ? '. Its menu is as it was' : '. Their menus are as they were'}.`, {
        id: RESULT,
      })
  }
  return {
    progress,
    push: (targets: readonly Target[], refresh: () => unknown) => {
      last.current = { outlets: new Set(), failed: new Set() }
      return run(targets, refresh)
    },
    retry: (target: Target, refresh: () => unknown) => run([target], refresh),
    busy: [...progress.values()].some((p) => p.state === 'waiting' || p.state === 'pushing'),
    /** Clears the marks of the last push, because the ticks have changed. */
    forget: () => setProgress(new Map()),
  }
}
