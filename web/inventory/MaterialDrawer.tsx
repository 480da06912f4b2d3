import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { lotState, WASTE } from '#domain/stock.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { NumberField } from '#web/app/form/fields.tsx'
import { Gone } from '#web/app/form/Kept.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useCallForm, useForm } from '#web/app/form/useForm.ts'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { Money } from '#web/app/Money.tsx'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Link } from 'react-router'
import { LotSheet } from './LotSheet.tsx'
import { Movements, Receipt } from './Movements.tsx'
import { exact, type Lot, quantityText, type RawMaterial, type StockRow, urgentLot } from './rows.ts'
import { StateChip } from './StateChip.tsx'
import { AFTER_A_CHANGE, readStockAgain, stockNow, useCount, useToday } from './useStock.tsx'
import { useUse } from './useUse.ts'

const WASTE_REASONS = ['Expired', 'Spoiled', 'Dropped', 'Burnt', 'Sent back'] as const

/** One material beside the list: how much there is and how long it lasts, its movements, its lots, and the dishes that use it. */
export function MaterialDrawer({
  row,
  takeFocus,
  onClose,
  onBuy,
  onRanOut,
}: {
  row: StockRow
  takeFocus: boolean
  onClose: () => void
  onBuy: () => void
  onRanOut: (after: readonly RawMaterial[]) => void
}) {
  const today = useToday()
  const used = useUse(row)
  const [wasting, setWasting] = useState(false)
  const may = useMay('POST /restaurant/inventory/raw-materials/:id')
  const gone = use(Gone)
  const refusal = gone ? 'This material was deleted' : may.ok ? null : may.why
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) frame.current?.focus({ preventScroll: true })
  }, [takeFocus])
  const urgent = urgentLot(row, today)
  const state = row.states[0] ?? 'ok'
  return (
    <div
      ref={frame}
      role="group"
      aria-label={row.name}
      tabIndex={-1}
      className="flex min-h-0 min-w-0 flex-1 outline-none lg:w-80 lg:flex-none xl:w-105"
    >
      <Drawer
        title={row.name}
        status={state === 'ok' ? null : <StateChip state={state} expires={urgent?.lot.expiryDate ?? null} />}
        subtitle={[row.category, `used in ${plural(row.usedIn.length, 'dish', 'dishes')}`].filter(Boolean).join(' · ')}
        onClose={onClose}
        footer={
          <div className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-2 xl:grid-cols-2">
            <Button icon={<Trash2 />} className="px-3" disabledReason={refusal} onClick={() => setWasting(true)}>
              Book waste
            </Button>
            <Button variant="primary" icon={<Plus />} className="px-3" disabledReason={refusal} onClick={onBuy}>
              Add purchase
            </Button>
          </div>
        }
      >
        {gone ? (
          <Banner tone="warning" className="m-4 mb-0">
            {gone}
          </Banner>
        ) : null}
        <dl className="grid grid-cols-3 gap-3 border-b border-hairline px-4 py-3">
          <Fact name="In stock">{quantityText(row.currentStock, row.unit)}</Fact>
          <Fact name="Used a day">{used ? quantityText(used.aDay, row.unit) : '–'}</Fact>
          <Fact name="Lasts until">{used?.until ? dayText(used.until) : '–'}</Fact>
        </dl>
        <Counted row={row} refusal={refusal} onRanOut={onRanOut} />
        <Movements material={row} />
        <Lots row={row} today={today} onRanOut={onRanOut} />
        {row.usedIn.length > 0 ? (
          <section aria-label="Used in" className="border-t border-hairline px-4 py-3 text-14">
            <h3 className="font-semibold">Used in</h3>
            <p className="text-muted">
              {row.usedIn.map((dish, n) => (
                <span key={dish._id}>
                  {n > 0 ? ', ' : ''}
                  <Link className="link" to={to.settingsRecipe({ item: dish._id })}>
                    {dish.name}
                  </Link>
                </span>
              ))}
            </p>
          </section>
        ) : null}
      </Drawer>
      {wasting ? <WasteDialog row={row} onRanOut={onRanOut} onClose={() => setWasting(false)} /> : null}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 text-muted">{name}</dt>
      <dd className="num text-18 font-semibold wrap-anywhere whitespace-normal!">{children}</dd>
    </div>
  )
}

/** Saves a count: the row, the figure and Save are three presses (SCREENS). The difference is booked, so that it can be traced. */
function Counted({ row, refusal, onRanOut }: { row: StockRow; refusal: string | null; onRanOut: (after: readonly RawMaterial[]) => void }) {
  const count = useCount()
  /** The stock that was shown when the figure was typed. */
  const base = useRef(row.currentStock)
  const form = useForm({
    defaults: { counted: null as number | null },
    refusal,
    send: ({ counted }) => count(row._id, { quantity: counted ?? base.current, base: base.current, unit: row.unit }),
    refusals: { stock_changed: 'counted', unit_changed: 'counted' },
    onRefused: (error) => void (base.current = stockNow(error) ?? base.current),
    onSaved: (after) => {
      form.setValue('counted', null)
      onRanOut([after])
      snack.success(`${quantityText(after.currentStock, after.unit)} of ${row.name} in stock`)
    },
  })
  const { counted } = form.values
  useEffect(() => {
    if (counted === null) base.current = row.currentStock
  }, [counted, row.currentStock])
  return (
    <section aria-label="Count" className="border-b border-hairline px-4 py-3">
      <FormBody form={form} size={48} className="flex items-end gap-2">
        <NumberField
          form={form}
          name="counted"
          label="Counted"
          required="Enter what is there."
          decimals={3}
          unit={row.unit}
          className="min-w-0 flex-1"
        />
        <SubmitButton form={form} size={48} variant="outline">
          Save
        </SubmitButton>
      </FormBody>
    </section>
  )
}

function WasteDialog({
  row,
  onRanOut,
  onClose,
}: {
  row: StockRow
  onRanOut: (after: readonly RawMaterial[]) => void
  onClose: () => void
}) {
  /** What there was when it was opened: waste that arrived without an answer has lowered it, and must be possible to send again. */
  const [opened] = useState(row.currentStock)
  const form = useCallForm({
    call: 'POST /restaurant/inventory/raw-materials/:id',
    params: { id: row._id },
    defaults: { quantity: null as number | null, reason: '' },
    toBody: ({ quantity, reason }) => ({ delta: -exact(quantity ?? 0), reason: WASTE + reason.trim() }),
    invalidates: AFTER_A_CHANGE,
    fieldOf: { delta: 'quantity' },
    refusals: { out_of_stock: 'quantity' },
    // The list behind it shows whether waste without an answer arrived.
    onRefused: () => readStockAgain(),
    onSaved: ({ rawMaterial }) => {
      onRanOut([rawMaterial])
      snack.success(`Waste booked, ${quantityText(rawMaterial.currentStock, rawMaterial.unit)} of ${rawMaterial.name} left`)
      onClose()
    },
  })
  return (
    <ReasonFormDialog
      form={form}
      title={`Book waste of ${row.name}`}
      confirmLabel="Book waste"
      cancelLabel="Cancel"
      reasons={WASTE_REASONS}
      missing="Say why, so that it can be looked up."
      onClose={onClose}
      before={
        <NumberField
          form={form}
          name="quantity"
          label="Quantity"
          required
          decimals={3}
          min={0.001}
          max={Math.max(row.currentStock, opened, 0.001)}
          unit={row.unit}
        />
      }
    />
  )
}

/** The lots in the order in which they are used: the first to expire comes first. */
function Lots({ row, today, onRanOut }: { row: StockRow; today: string; onRanOut: (after: readonly RawMaterial[]) => void }) {
  const dates = useDates()
  const [editing, setEditing] = useState<Lot | null>(null)
  const remove = useRemoval('DELETE /restaurant/inventory/stocks/:id', {
    body: 'The rest of it is taken out of the stock.',
    invalidates: AFTER_A_CHANGE,
    onRemoved: ({ rawMaterial }) => onRanOut([rawMaterial]),
  })
  const name = (lot: Lot) => `${quantityText(lot.stockQuantity, row.unit)} of ${dates.when(lot.createdAt)}`
  return (
    <section aria-label="Lots" className="border-t border-hairline px-4 py-3 text-14">
      <h3 className="font-semibold">
        Lots <span className="font-normal text-muted">the first to expire is used first</span>
      </h3>
      {row.lots.length === 0 ? (
        <p className="py-1 text-muted">No lots yet. Each purchase adds one.</p>
      ) : (
        <ul>
          {row.lots.map((lot) => (
            <li key={lot._id} className="flex min-h-12 items-center gap-3 not-first:border-t not-first:border-hairline">
              <span className="min-w-0 flex-1">
                <span className="num block font-medium">{quantityText(lot.stockQuantity, row.unit)}</span>
                <span className="num block text-12 text-muted">
                  {dates.when(lot.createdAt)}
                  {lot.receiptImage ? (
                    <>
                      {' · '}
                      <Receipt of={lot.receiptImage} />
                    </>
                  ) : null}
                </span>
              </span>
              {lot.unitCost === null ? null : <Money rupees={lot.unitCost} />}
              <LotExpiry lot={lot} today={today} />
              <Menu
                trigger={<IconButton label={`More for the lot of ${name(lot)}`} icon={<Ellipsis />} />}
                items={[
                  { label: 'Correct the lot', icon: <Pencil />, onSelect: () => setEditing(lot) },
                  {
                    label: 'Remove the lot',
                    icon: <Trash2 />,
                    danger: true,
                    onSelect: () => void remove(`the lot of ${name(lot)}`, { params: { id: lot._id } }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {editing ? (
        <LotSheet key={editing._id} lot={editing} unit={row.unit} onSaved={(after) => onRanOut([after])} onClose={() => setEditing(null)} />
      ) : null}
    </section>
  )
}

function LotExpiry({ lot, today }: { lot: Lot; today: string }) {
  if (!lot.expiryDate) return <span className="text-muted">No date</span>
  const state = lotState(lot.expiryDate, today)
  return state === 'ok' ? (
    <span className="num text-muted">{dayText(lot.expiryDate)}</span>
  ) : (
    <StateChip state={state} expires={lot.expiryDate} />
  )
}
