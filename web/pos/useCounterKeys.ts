import { snack } from '#web/app/feedback/snack.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import type { DraftLine } from '#domain/ticket.ts'
import type { Opened } from './useOpened.ts'
import type { Paying } from './usePaying.ts'
import type { Ticket } from '#web/shared/order/useTicket.ts'

/**
 * Keyboard control of the counter (SCREENS §2.2 "POS"): arrows select a line; the other keys act on it, or on the last line if none is selected. The search and
 * the unsent lines need no answer of the server, so their keys also work while the open orders are loading.
 */
export function useCounterKeys(
  { loading, tablesOn, order }: Opened,
  ticket: Ticket,
  paying: Paying,
  {
    find,
    chooseTable,
    begin,
    note,
  }: { find: () => void; chooseTable: () => void; begin: (type: 'Take Away' | 'Delivery') => void; note: (line: DraftLine) => void },
): void {
  const { lines, active, choose, setQuantity } = ticket
  const onTicket = !paying.on
  const here = onTicket && !loading
  const inHand = active ?? lines.at(-1) ?? null
  const step = (by: number) => {
    if (lines.length === 0) return
    const at = active ? lines.indexOf(active) : by > 0 ? -1 : lines.length
    choose(lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.key ?? null)
  }
  const more = () => {
    if (!inHand) return
    choose(inHand.key)
    setQuantity(inHand, inHand.quantity + 1)
  }
  const send = () => {
    if (ticket.sendReason !== null) return void snack.info(ticket.sendReason, { id: 'send' })
    void ticket.sendNow()
    // Out of the empty search: the next keys, such as T, are for the next order.
    const field = document.activeElement
    if (field instanceof HTMLInputElement && !field.value) field.blur()
  }
  useShortcuts({
    F2: { label: 'Search items', run: find, when: onTicket },
    '/': { label: 'Search items', run: find, when: onTicket },
    t: { label: 'Choose a table', run: chooseTable, when: here && tablesOn },
    a: { label: 'New take away', run: () => begin('Take Away'), when: here },
    d: { label: 'New delivery', run: () => begin('Delivery'), when: here },
    ArrowUp: { label: 'Line up', run: () => step(-1), when: onTicket && lines.length > 0, listed: onTicket },
    ArrowDown: { label: 'Line down', run: () => step(1), when: onTicket && lines.length > 0, listed: onTicket },
    '+': { label: 'One more', run: more, when: onTicket && !!inHand, listed: onTicket },
    '=': { run: more, when: onTicket && !!inHand },
    '-': { label: 'One less', run: () => inHand && setQuantity(inHand, inHand.quantity - 1), when: onTicket && !!inHand, listed: onTicket },
    Delete: { label: 'Remove the line', run: () => inHand && ticket.remove(inHand), when: onTicket && !!inHand, listed: onTicket },
    F4: { label: 'Note for the line', run: () => inHand && note(inHand), when: onTicket && !!inHand, listed: onTicket },
    F8: { label: 'Send KOT', run: send, when: here },
    'Mod+Enter': { label: 'Send KOT', run: send, when: here },
    F9: { label: 'Bill & settle', run: paying.settle.run, when: here },
    'Mod+p': { label: 'Print bill', run: paying.print.run, when: here && !!order, listed: here },
  })
}
