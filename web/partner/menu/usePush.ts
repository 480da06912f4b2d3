import { useRef, useState } from 'react'
import { randomId } from '#domain/ids.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ApiError, messageOf } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { useCommand } from '#web/core/query.ts'

/** How far an outlet's push is. */
export type Progress = { state: 'waiting' | 'pushing' | 'done' } | { state: 'failed'; message: string }
export type Target = { outletId: string; plan: string }

/** A push and its retries share one message: the newest replaces the one before, which is no longer true. */
const RESULT = 'chain-push'

/** Pushes to one outlet after the other. One that fails leaves the others, and is tried again by itself. */
export function usePush(sourceId: string, dishes: readonly string[]) {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const { mutateAsync } = useCommand('POST /partner/menu/push', {
    quiet: true,
    invalidates: ['GET /partner/menu', 'GET /partner/menu/pushes', 'POST /partner/menu/preview', 'POST /menus/restaurant'],
  })
  /** Keys of pushes whose answer was lost: the same push tried again is answered by what happened. */
  const keys = useRef(new Map<string, string>())
  /** The outlets of the last push, and which of them still fail: a retry says how the whole push stands. */
  const last = useRef({ outlets: new Set<string>(), failed: new Set<string>() })
  const set = (id: string, now: Progress) => setProgress((all) => new Map(all).set(id, now))
  const run = async (targets: readonly Target[], refresh: () => unknown) => {
    const { outlets, failed } = last.current
    for (const { outletId } of targets) {
      outlets.add(outletId)
      set(outletId, { state: 'waiting' })
    }
    for (const { outletId, plan } of targets) {
      set(outletId, { state: 'pushing' })
      const body = { sourceId, outletId, plan, dishes: [...dishes] }
      const what = JSON.stringify(body)
      const idempotencyKey = keys.current.get(what) ?? randomId()
      keys.current.set(what, idempotencyKey)
      try {
        await mutateAsync({ body, idempotencyKey })
        keys.current.delete(what)
        failed.delete(outletId)
        set(outletId, { state: 'done' })
      } catch (error) {
        failed.add(outletId)
        if (!leavesOpen(error)) keys.current.delete(what)
        set(outletId, { state: 'failed', message: messageOf(error) })
        // Its newest plan is shown before it is tried again.
        if (error instanceof ApiError && error.code === 'menu_changed') refresh()
      }
    }
    const all = plural(outlets.size, 'outlet')
    if (failed.size === 0) snack.success(`Pushed to ${all}`, { id: RESULT })
    else snack.error(`${failed.size} of ${all} failed. The others have the new menu.`, { id: RESULT })
  }
  return {
    progress,
    push: (targets: readonly Target[], refresh: () => unknown) => {
      last.current = { outlets: new Set(), failed: new Set() }
      return run(targets, refresh)
    },
    retry: (target: Target, refresh: () => unknown) => run([target], refresh),
    busy: [...progress.values()].some((p) => p.state === 'waiting' || p.state === 'pushing'),
    /** What was ticked has changed: the marks of the last push say nothing about it. */
    forget: () => setProgress(new Map()),
  }
}
