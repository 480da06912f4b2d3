import type { Call } from '#domain/api/index.ts'
import type { Answer, Input } from '#web/core/api.ts'
import { type CommandInput, isGone, useCommand } from '#web/core/query.ts'
import { useConfirm } from '../feedback/confirm.tsx'
import { snack } from '../feedback/snack.tsx'

/**
 * `remove(name, input)` asks, calls and says that it was done; true then. The question stays open until the call has answered, and shows a refusal; what is gone
 * already counts as removed. `body`: what removing means. `onRemoved` gets the call's answer.
 */
export function useRemoval<K extends Call>(
  call: K,
  { body, invalidates, onRemoved }: { body: string; invalidates: readonly Call[]; onRemoved?: (answer: Answer<K>) => void },
) {
  const confirm = useConfirm()
  const { mutateAsync } = useCommand(call, { quiet: true, removes: true, invalidates, onSuccess: onRemoved })
  return async (name: string, input: Input<K>): Promise<boolean> => {
    let before = false
    const removed = await confirm({
      title: `Remove ${name}?`,
      body,
      confirmLabel: 'Remove',
      tone: 'danger',
      run: () =>
        mutateAsync(input as CommandInput<K>).catch((error: unknown) => {
          if (!isGone(error)) throw error
          before = true
        }),
    })
    if (removed) snack.success(before ? `${name} was removed already` : `${name} was removed`)
    return removed
  }
}
