import { useCommand } from '#web/core/query.ts'
import { askForPaper } from './asked.ts'

const LIST = ['GET /print/jobs'] as const
type Job = { _id: string }

/** Does it still print by itself, or is it printing? Then nobody can ask for it once more on the same printer. */
export const isWaiting = ({ status }: { status: string }): boolean => ['queued', 'leased', 'printing'].includes(status)

/** Prints jobs again, oldest first and one after the other, so that they come out in their order; or dismisses them, because nobody needs them on paper. */
export function usePrintAgain() {
  const print = useCommand('POST /print/jobs/:id/again', { invalidates: LIST })
  const leave = useCommand('POST /print/jobs/:id/dismiss', { invalidates: LIST })
  return {
    again: async (jobs: readonly Job[], printerId?: string) => {
      askForPaper()
      for (const { _id } of jobs)
        await print.mutateAsync({ params: { id: _id }, body: printerId ? { printerId } : {} }).catch(() => undefined)
    },
    dismiss: async (jobs: readonly Job[]) => {
      for (const { _id } of jobs) await leave.mutateAsync({ params: { id: _id } }).catch(() => undefined)
    },
    pending: print.isPending,
  }
}
