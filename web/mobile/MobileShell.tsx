import { plural } from '#domain/text.ts'
import { to } from '#web/core/to.ts'
import { useAllDrafts, useDraft } from '#web/shared/order/drafts.ts'
import { PhoneShell } from '#web/shared/shell/PhoneShell.tsx'
import { lastUnsent, useKept } from './kept.ts'

/** The POS of a phone; the tab "Order" shows how many items of the open order are not sent. */
export default function MobileShell() {
  const kept = useKept()
  const drafts = useAllDrafts()
  const { count } = useDraft(kept ?? lastUnsent(drafts) ?? '')
  return (
    <PhoneShell
      shell="mobile"
      label="Mobile POS"
      home={to.mobileHome()}
      counts={{ [to.mobileOrder()]: { value: count, label: `${plural(count, 'item')} not sent` } }}
    />
  )
}
