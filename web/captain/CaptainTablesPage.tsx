import { Hash } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { type FloorTable, headOf, togetherLabel } from '#web/shared/floor/floor.ts'
import { useFloor } from '#web/shared/floor/useFloor.ts'
import { TableCustomer, useTableCustomerLoaded } from '#web/shared/order/TableCustomer.tsx'
import { Slot } from '#web/app/shell/slots.tsx'
import { type Shortcuts, useShortcuts } from '#web/app/shortcuts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Live } from '#web/ui/Live.tsx'
import { JumpSheet } from './JumpSheet.tsx'
import { useReadyChime } from './readyChime.ts'
import { TableGrid } from './TableGrid.tsx'
import { useTableMenu } from './tableMenuEntries.tsx'
import { FROM_TABLES, jumpTargets } from './work.ts'
import { to } from '#web/core/to.ts'

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The floor for one-handed use: three tables in a row, a number jump above the bottom bar, Move and Merge by ⋮ or a long press. */
export default function CaptainTablesPage() {
  const floor = useFloor()
  const navigate = useNavigate()
  const news = useReadyChime()
  const [jump, setJump] = useState<string | null>(null)
  const { menuFor, dialogs } = useFloorDialogs(floor)
  const [asking, setAsking] = useState<string | null>(null)
  const asked = floor.byId(asking)
  const moreFor = useTableMenu(floor, menuFor, { onCustomer: (entry) => setAsking(entry.table._id) })
  useTableCustomerLoaded()
  const open = (entry: FloorTable) =>
    void navigate(to.captainMenu({ table: headOf(entry, floor.tables).table._id }), { state: FROM_TABLES })
  const ready = !floor.isPending && !floor.failed && floor.tables.length > 0
  useShortcuts(
    Object.fromEntries(
      DIGITS.map((digit) => [
        digit,
        { label: digit === '1' ? 'Go to a table by its number (any digit)' : undefined, run: () => typed(digit), when: ready },
      ]),
    ) satisfies Shortcuts,
  )
  function typed(digit: string) {
    const [only, ...more] = jumpTargets(floor.tables, digit)
    if (only && more.length === 0) open(only)
    else setJump(digit)
  }
  return (
    <div className="px-3 pb-4">
      <Live>{news}</Live>
      <TableGrid floor={floor} onOpen={open} menuFor={moreFor} />
      {ready ? (
        <Slot name="cart">
          <div className="px-3 py-2">
            <Button full icon={<Hash />} onClick={() => setJump('')} aria-haspopup="dialog">
              Go to table number
            </Button>
          </div>
        </Slot>
      ) : null}
      {jump !== null ? (
        <JumpSheet
          tables={floor.tables}
          initial={jump}
          onOpen={(entry) => {
            setJump(null)
            open(entry)
          }}
          onClose={() => setJump(null)}
        />
      ) : null}
      {asked ? (
        <TableCustomer
          tableId={asked.table._id}
          tableNumber={asked.table.tableNumber}
          order={asked.order}
          entry={asked}
          label={togetherLabel(asked)}
          field="guests"
          onClose={() => setAsking(null)}
        />
      ) : null}
      {dialogs}
    </div>
  )
}
