import { useRef } from 'react'
import { useShortcuts } from '#web/app/shortcuts.tsx'

/**
 * Keys for an open application or claim, for people who decide many: A goes to Approve, where Enter approves, so that no key pressed by mistake decides anything; R asks
 * for the reason of a rejection. With Tab alone, one would pass every other row of the list to reach the drawer.
 */
export function useDecideKeys({ open, reject }: { open: boolean; reject: () => void }) {
  const footer = useRef<HTMLDivElement>(null)
  useShortcuts({
    a: { label: 'Go to Approve', run: () => footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), when: open },
    r: { label: 'Reject with a reason', run: reject, when: open },
  })
  return footer
}
