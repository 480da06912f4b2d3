import { useCallback, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { messageOf } from '#web/core/api.ts'
import { snack } from './snack.tsx'
import { createStore, useStore } from '#web/core/store.ts'

export type Question = {
  /** Names the objects: "Cancel 1 × Paneer Tikka?" */
  title: string
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger' | 'success'
  /** Runs while the dialog stays open; its failure is shown in it. */
  run?: () => Promise<unknown>
}
type Asked = Question & { id: number; answer: (yes: boolean) => void }

const asked = createStore<Asked | null>(null)
let count = 0

/** `await confirm({ title, confirmLabel })`: true when confirmed (and `run`, if given, has succeeded). For what can't be undone (SCREENS G7). */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useCallback((question) => {
    asked.get()?.answer(false)
    return new Promise((answer) => asked.set({ ...question, id: ++count, answer }))
  }, [])
}

export function ConfirmHost() {
  const question = useStore(asked)
  return question ? <Ask key={question.id} {...question} /> : null
}

function Ask({ title, body, confirmLabel, cancelLabel, tone, run, answer }: Asked) {
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string>()
  const close = (yes: boolean) => {
    asked.set(null)
    answer(yes)
  }
  const confirm = async () => {
    if (!run) return close(true)
    setLoading(true)
    setError(undefined)
    try {
      await run()
      close(true)
    } catch (failure) {
      setError(messageOf(failure))
      setLoading(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : close(false))}
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone={tone}
      loading={loading}
      error={error}
      onConfirm={() => void confirm()}
    />
  )
}

export type Undoable = { label: string; do?: () => unknown; undo: () => unknown; seconds?: number; id?: string }

/** Does it at once and offers Undo: for what can be taken back (SCREENS G7). A failure of either is told. */
export async function undoable({ label, do: act, undo, seconds = 5, id }: Undoable): Promise<boolean> {
  try {
    await act?.()
  } catch (error) {
    if (!(error as { told?: boolean }).told) snack.error(messageOf(error))
    return false
  }
  snack.show(label, {
    id,
    seconds,
    action: {
      label: 'Undo',
      run: () =>
        void Promise.resolve()
          .then(undo)
          .catch((error: unknown) => snack.error(messageOf(error))),
    },
  })
  return true
}
