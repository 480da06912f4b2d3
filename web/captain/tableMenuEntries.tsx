import { BookOpen, ClipboardList, Printer, ReceiptText, UsersRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type FloorTable, headOf } from '#web/shared/floor/floor.ts'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { usePrint } from '#web/shared/print/print.tsx'
import { useRequestBill } from './requestBill.ts'
import { to } from '#web/core/to.ts'

/** The menu of a table for a captain; `moves` gives the floor's Move and Merge entries, `onCustomer` opens the sheet for guests, name and note. */
export function useTableMenu(
  floor: Floor,
  moves: (entry: FloorTable) => MenuEntry[],
  { here, onCustomer }: { here?: 'menu'; onCustomer: (entry: FloorTable) => void },
) {
  const navigate = useNavigate()
  const bill = useRequestBill()
  const who = useWho()
  const { printBill } = usePrint()
  return (card: FloorTable): MenuEntry[] => {
    const entry = headOf(card, floor.tables)
    return [
      ...moves(card),
      'separator',
      here === 'menu'
        ? null
        : {
            key: 'menu',
            label: entry.order ? 'Add items' : 'Take order',
            icon: <BookOpen />,
            onSelect: () => void navigate(to.captainMenu({ table: entry.table._id })),
            disabledReason: why.addAt(entry.table._id, who),
          },
      {
        key: 'order',
        label: 'See order',
        icon: <ClipboardList />,
        onSelect: () => void navigate(to.captainOrders({ table: entry.table._id })),
        disabledReason: entry.order ? null : 'No open order',
      },
      {
        key: 'customer',
        label: 'Guests, name and note',
        icon: <UsersRound />,
        onSelect: () => onCustomer(entry),
        disabledReason: entry.order ? why.change(entry.order, who) : why.addAt(entry.table._id, who),
      },
      {
        key: 'bill',
        label: 'Request bill',
        icon: <ReceiptText />,
        onSelect: () => bill.request(entry),
        disabledReason: bill.refusal(entry),
      },
      {
        key: 'print',
        label: 'Print bill',
        icon: <Printer />,
        onSelect: () => entry.order && printBill(entry.order),
        disabledReason: entry.order ? why.bill(entry.order, who) : 'No open order',
      },
    ]
  }
}
