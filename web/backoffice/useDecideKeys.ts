import { useRef } from 'react'
import { useShortcuts } from '#web/app/shortcuts.tsx'

/**
 * Keys of an open application or claim, for who decides many: A goes to Approve, and Enter there approves, so that no stray key decides anything; R asks for the
 * reason of a rejection. Between a row and its drawer stands every other row of the list for the Tab key.
 */
export function useDecideKeys({ open, reject }: { open: boolean; reject: () => void }) {
  const footer = useRef<HTMLDivElement>(null)
  useShortcuts({
    a: { label: 'Go to Approve', run: () => footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), when: open },
    r: { label: 'Reject with a reason', run: reject, when: open },
  })
  return footer
}
