import { useRef } from 'react'
import { useShortcuts } from '#web/app/shortcuts.tsx'

/** The dialog of a reason begins at Keep, so that a phone has no keyboard over it. Who has pressed R writes at once: the first space would press Keep. */
const focusReason = () => document.querySelector<HTMLElement>('[role=alertdialog] input')?.focus()

/**
 * Keys of an open application or claim, for who decides many: A goes to Approve, and Enter there approves, so that no stray key decides anything; R asks for the
 * reason of a rejection. Between a row and its drawer stands every other row of the list for the Tab key.
 */
export function useDecideKeys({ open, reject }: { open: boolean; reject: () => void }) {
  const footer = useRef<HTMLDivElement>(null)
  useShortcuts({
    a: { label: 'Go to Approve', run: () => footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), when: open },
    r: {
      label: 'Reject with a reason',
      run: () => {
        reject()
        setTimeout(focusReason)
      },
      when: open,
    },
  })
  return footer
}
