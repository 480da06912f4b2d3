import { useEffect, type ReactNode } from 'react'
import { messageOf } from '#web/core/api.ts'
import { showError, snack } from './snack.tsx'
import { createStore, useStore } from '#web/core/store.ts'
import { createPart } from '../part.ts'

type Question = {
  /** Names the objects: "Cancel 1 × Paneer Tikka?" */
  title: string
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger' | 'success'
  /** Runs while the dialog is open; a failure is shown in the dialog. */
  run?: () => Promise<unknown>
}
export type Asked = Question & { id: number; answer: (yes: boolean) => void }

const asked = createStore<Asked | null>(null)
let count = 0

/** True when confirmed (and `run`, if given, has succeeded). A component takes it from `useConfirm`. */
export function confirm(question: Question): Promise<boolean> {
  dialog.fetch()
  asked.get()?.answer(false)
  return new Promise((answer) => asked.set({ ...question, id: ++count, answer }))
}

/** `await confirm({ title, confirmLabel })`, for what can't be undone (SCREENS G7). */
export function useConfirm(): typeof confirm {
  // Preload the dialog, so that it also opens offline.
  useEffect(() => dialog.fetch(), [])
  return confirm
}

const dialog = createPart(() => import('./ConfirmQuestion.tsx'))

export function ConfirmHost() {
  const question = useStore(asked)
  return question ? <dialog.Part key={question.id} {...question} onAnswered={() => asked.set(null)} /> : null
}

type Undoable = { label: string; do?: () => unknown; undo: () => unknown; seconds?: number; id?: string }

/** Does something at once and offers Undo: for what can be taken back (SCREENS G7). A failure of either is shown. */
export async function undoable({ label, do: act, undo, seconds = 5, id }: Undoable): Promise<boolean> {
  try {
    await act?.()
  } catch (error) {
    showError(error)
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
