import { Armchair, ArrowLeft, ChevronDown, EllipsisVertical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { tableLabel } from '#domain/table.ts'
import { isolated } from '#domain/direction.ts'
import { tableKey, useDraft } from '#web/shared/order/drafts.ts'
import { useFloorDialogs } from '#web/shared/floor/dialogs.tsx'
import { floorElapsed, type FloorTable, headOf, togetherLabel } from '#web/shared/floor/floor.ts'
import { lookOf } from '#web/shared/floor/states.ts'
import { type Floor, useFloor } from '#web/shared/floor/useFloor.ts'
import { useFollowTable } from '#web/shared/floor/useFollowTable.ts'
import type { CustomerField } from '#web/shared/order/TableCustomer.tsx'
import { usePageTitle } from '#web/app/title.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { useElapsed } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useReadyChime } from './readyChime.ts'
import { TableGrid } from './TableGrid.tsx'
import { TableMenu } from './TableMenu.tsx'
import { useTableMenu } from './tableMenuEntries.tsx'
import { to } from '#web/core/to.ts'

/** `/restaurant/captain/menu?table=…`: without a table, asks for one first. */
export default function CaptainMenuPage() {
  const floor = useFloor()
  const [params, setParams] = useSearchParams()
  const news = useReadyChime()
  const tableId = params.get('table')
  const entry = floor.byId(tableId)
  const head = entry ? headOf(entry, floor.tables) : undefined
  const known = !floor.isPending && !floor.failed
  const { state } = useLocation() as { state: unknown }
  const choose = (id: string) => setParams({ table: id }, { replace: tableId !== null, state })
  useFollowTable(head?.table._id ?? tableId, choose)
  // A merged table shares the order of the table it was merged into.
  useEffect(() => {
    if (head && tableId && head.table._id !== tableId) setParams({ table: head.table._id }, { replace: true, state })
  }, [head, tableId, setParams, state])

  if (!tableId || (known && !entry))
    return (
      <>
        <Live>{news}</Live>
        <Picker floor={floor} unknown={Boolean(tableId)} onChoose={choose} />
      </>
    )
  return (
    <>
      <Live>{news}</Live>
      <OneTable key={head?.table._id ?? tableId} floor={floor} tableId={head?.table._id ?? tableId} entry={head} onChoose={choose} />
    </>
  )
}

function Picker({ floor, unknown, onChoose }: { floor: Floor; unknown: boolean; onChoose: (tableId: string) => void }) {
  return (
    <div className="px-3 pb-4">
      <p className="pt-3 text-14 text-muted">
        {unknown ? 'That table no longer exists. Choose another.' : 'Which table is the order for?'}
      </p>
      <TableGrid floor={floor} onOpen={(entry) => onChoose(headOf(entry, floor.tables).table._id)} />
    </div>
  )
}

type OneTableProps = { floor: Floor; tableId: string; entry: FloorTable | undefined; onChoose: (tableId: string) => void }

function OneTable({ floor, tableId, entry, onChoose }: OneTableProps) {
  const { meta } = useDraft(tableKey(tableId))
  const navigate = useNavigate()
  const [picking, setPicking] = useState(false)
  const number = entry?.table.tableNumber ?? meta.tableNumber
  const label = entry ? togetherLabel(entry) : number ? tableLabel(number) : 'Table'
  usePageTitle(`Menu for ${label}`)
  const { menuFor, dialogs } = useFloorDialogs(floor)
  const [asking, setAsking] = useState<CustomerField | null>(null)
  const moreFor = useTableMenu(floor, menuFor, { here: 'menu', onCustomer: () => setAsking('guests') })

  const header = (
    <span data-header="" className="flex min-w-0 flex-1 items-center">
      <IconButton label="Back to tables" icon={<ArrowLeft className="size-6!" />} onClick={() => void navigate(to.captainTables())} />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setPicking(true)}
        className="flex h-12 min-w-0 flex-1 items-center gap-2 rounded-control border border-border bg-surface px-2.5 text-left hover:bg-raised sm:max-w-90 xs:px-3"
      >
        <Armchair className="text-muted max-[420px]:hidden" aria-hidden="true" />
        <b className="flex-none font-semibold">{label}</b>
        <span className="min-w-0 flex-1 truncate text-14 text-muted">{entry ? <Facts entry={entry} /> : null}</span>
        <span className="sr-only">, change table</span>
        <ChevronDown className="size-4! text-muted" aria-hidden="true" />
      </button>
      {entry ? (
        <Menu
          items={moreFor(entry)}
          trigger={<IconButton label={`More for ${entry.label}`} icon={<EllipsisVertical className="size-6!" />} />}
        />
      ) : null}
    </span>
  )
  return (
    <>
      <TableMenu
        tableId={tableId}
        tableNumber={number}
        label={label}
        entry={entry}
        waiting={floor.isPending}
        header={header}
        asking={asking}
        onAsk={setAsking}
      />
      {picking ? (
        <Sheet open onOpenChange={setPicking} side="bottom" title="Choose a table" bodyClassName="px-3 pb-4">
          <TableGrid
            floor={floor}
            selectedId={tableId}
            onOpen={(chosen) => {
              setPicking(false)
              onChoose(headOf(chosen, floor.tables).table._id)
            }}
          />
        </Sheet>
      ) : null}
      {dialogs}
    </>
  )
}

/** `2 not sent · Sunil · 22m`, or the state of a table without guests. */
function Facts({ entry }: { entry: FloorTable }) {
  const ms = useElapsed(entry.state.elapsedFrom)
  if (!entry.order) return lookOf(entry).word
  return [entry.unsent > 0 ? `${entry.unsent} not sent` : '', isolated(entry.customer), floorElapsed(ms)].filter(Boolean).join(' · ')
}
