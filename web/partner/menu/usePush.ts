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

/** Pushes to one outlet after the other. One that fails leaves the others, and is tried again by itself. */
export function usePush(sourceId: string, dishes: readonly string[]) {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const { mutateAsync } = useCommand('POST /partner/menu/push', {
    quiet: true,
    invalidates: ['GET /partner/menu', 'GET /partner/menu/pushes', 'POST /partner/menu/preview', 'POST /menus/restaurant'],
  })
  /** Keys of pushes whose answer was lost: the same push tried again is answered by what happened. */
  const keys = useRef(new Map<string, string>())
  const set = (id: string, now: Progress) => setProgress((all) => new Map(all).set(id, now))
  const push = async (targets: readonly Target[], refresh: () => unknown) => {
    for (const { outletId } of targets) set(outletId, { state: 'waiting' })
    let failed = 0
    for (const { outletId, plan } of targets) {
      set(outletId, { state: 'pushing' })
      const body = { sourceId, outletId, plan, dishes: [...dishes] }
      const what = JSON.stringify(body)
      const idempotencyKey = keys.current.get(what) ?? randomId()
      keys.current.set(what, idempotencyKey)
      try {
        await mutateAsync({ body, idempotencyKey })
        keys.current.delete(what)
        set(outletId, { state: 'done' })
      } catch (error) {
        failed++
        if (!leavesOpen(error)) keys.current.delete(what)
        set(outletId, { state: 'failed', message: messageOf(error) })
        // Its newest plan is shown before it is tried again.
        if (error instanceof ApiError && error.code === 'menu_changed') refresh()
      }
    }
    if (failed === 0) snack.success(`Pushed to ${plural(targets.length, 'outlet')}`)
    else snack.error(`${failed} of ${plural(targets.length, 'outlet')} failed. The others have the new menu.`)
  }
  return {
    progress,
    push,
    busy: [...progress.values()].some((p) => p.state === 'waiting' || p.state === 'pushing'),
    /** What was ticked has changed: the marks of the last push say nothing about it. */
    forget: () => setProgress(new Map()),
  }
}
