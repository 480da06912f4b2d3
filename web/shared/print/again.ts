import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { askForPaper } from './asked.ts'
import { PRINTING_OFF } from './problems.ts'

const LIST = ['GET /print/jobs'] as const
type Job = { _id: string }

/** Does it still print by itself, or is it printing? Then nobody can ask for it once more on the same printer. */
export const isWaiting = ({ status }: { status: string }): boolean => ['queued', 'leased', 'printing'].includes(status)

/** A page has taken it: the server refuses to move it to another printer, and to put it away, because it may be coming out. */
export const isPrinting = ({ status }: { status: string }): boolean => ['leased', 'printing'].includes(status)
export const IS_PRINTING = 'It is being printed right now.'

/** Is printing switched off in the restaurant? Then nothing but a test page comes out, also of what waits. */
export const usePrintingOff = (): boolean => useProfile()?.printSettings.enablePrint === false

/** Why the caller can't press for these papers: the role, or printing is switched off. Whoever may press may also say that nobody needs them: `dismissing`. */
export function usePrintRefusal(jobs: readonly { kind: string }[]): { printing: string | null; dismissing: string | null } {
  const may = useMay('POST /print/jobs/:id/again')
  const off = usePrintingOff()
  const dismissing = may.ok ? null : may.why
  return { printing: dismissing ?? (off && jobs.some(({ kind }) => kind !== 'test') ? PRINTING_OFF : null), dismissing }
}

/** `again` makes this page print too, also without a job. Prints jobs again, oldest first and one after the other, so that they come out in their order; or dismisses them, because nobody needs them on paper. */
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
