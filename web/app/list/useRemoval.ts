import type { Call } from '#domain/api/index.ts'
import type { Answer, Input } from '#web/core/api.ts'
import { type CommandInput, isGone, useCommand } from '#web/core/query.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { snack } from '../feedback/snack.tsx'

type Options<K extends Call> = {
  /** What removing means; given with the press where each row has its own. */
  body?: string
  /** As the button says it. */
  verb?: 'Remove' | 'Delete'
  invalidates: readonly Call[]
  /** Read again before the question closes. */
  refreshes?: readonly Call[]
  /** Gets the call's answer. */
  onRemoved?: (answer: Answer<K>) => void
}

/**
 * `remove(name, input)` asks, calls and says that it was done; true then. The question stays open until the call has answered, and shows a refusal; what is gone
 * already counts as removed.
 */
export function useRemoval<K extends Call>(call: K, { body, verb = 'Remove', invalidates, refreshes, onRemoved }: Options<K>) {
  const confirm = useConfirm()
  const { mutateAsync } = useCommand(call, { quiet: true, removes: true, invalidates, refreshes, onSuccess: onRemoved })
  return async (name: string, input: Input<K>, ofRow = body): Promise<boolean> => {
    let already = ''
    const removed = await confirm({
      title: `${verb} ${name}?`,
      body: ofRow,
      confirmLabel: verb,
      tone: 'danger',
      run: () =>
        mutateAsync(input as CommandInput<K>).catch((error: unknown) => {
          if (!isGone(error)) throw error
          already = ' already'
        }),
    })
    if (removed) snack.success(`${name} was ${verb.toLowerCase()}d${already}`)
    return removed
  }
}
