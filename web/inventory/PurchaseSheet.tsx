import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatPaise, formatRupees } from '#domain/money.ts'
import { unitCostOf } from '#domain/purchase.ts'
import { toThousandths } from '#domain/stock.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { businessDay } from '#web/app/businessDay.ts'
import { BoundField } from '#web/app/form/Bound.tsx'
import { ComboboxField, DateField, ImageField, MoneyField, NumberField, TextField } from '#web/app/form/fields.tsx'
import { mayReplaceSheet } from '#web/app/form/guard.ts'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormDialog, FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { type Answer, ApiError } from '#web/core/api.ts'
import { leavesOpen } from '#web/core/attempt.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMediaQuery, useNow } from '#web/ui/hooks.ts'
import { Input } from '#web/ui/Input.tsx'
import { isUnusual, quantityText, type RawMaterial } from './rows.ts'
import { AFTER_A_CHANGE, readStockAgain, stockNow, useToday } from './useStock.tsx'

type Purchase = Answer<'GET /restaurant/inventory/purchases/:id'>['purchase']
type Line = { rawMaterial: string; stockQuantity: number | null; amount: number | null; expiryDate: string }
const BLANK: Line = { rawMaterial: '', stockQuantity: null, amount: null, expiryDate: '' }
const isBlank = (line: Line) => Object.values(line).every((value) => value === null || value === '')
/** How many lines count: blank ones at the end don't, as the one that Enter has added after the last. */
const filled = (lines: readonly Line[]) => Math.max(1, lines.findLastIndex((line) => !isBlank(line)) + 1)
const WIDE = 'minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1.1fr) 9.5rem'
/** Paise of what a money field has; a half-typed amount, such as `1,`, counts as none. */
const paise = (rupees: number | null) => Math.round((rupees || 0) * 100)

/** Books a bill of one or more materials. With `material` '' its first line asks for the material. */
export function PurchaseSheet({
  materials,
  material,
  onClose,
}: {
  materials: readonly RawMaterial[]
  material: string
  onClose: () => void
}) {
  const profile = useProfile()
  const now = useNow()
  const calendar = useToday()
  const today = profile ? businessDay(now, profile) : calendar
  const [opened] = useState(today)
  const { data } = useQuery(apiQuery('GET /restaurant/inventory/purchases', { query: { limit: 1 } }))
  const suppliers = useId()
  /** A line takes several lines of the sheet, as on a phone; else the lines are a table. */
  const narrow = useMediaQuery('(max-width: 767.98px)')
  const of = (id: string | undefined) => materials.find((m) => m._id === id)
  /** The unit in which each material was first shown here: the lines are typed in it, whatever another device makes of it meanwhile. */
  const units = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { _id, unit } of materials) if (!units.current.has(_id)) units.current.set(_id, unit)
  }, [materials])
  const [first, setFirst] = useState<Purchase | null>(null)
  const navigate = useNavigate()
  const openFirst = async ({ _id }: Purchase) => {
    if (!(await mayReplaceSheet())) return
    onClose()
    void navigate(to.inventory({ tab: 'purchases', item: _id }))
  }
  const form = useCallForm({
    call: 'POST /restaurant/inventory/purchases',
    defaults: {
      supplier: '',
      billNumber: '',
      billDate: opened,
      lines: [{ ...BLANK, rawMaterial: material }],
      billTotal: null as number | null,
      note: '',
      receiptImage: null as string | null,
    },
    toBody: ({ billDate, lines, ...fields }) => ({
      ...fields,
      billDate: billDate || undefined,
      lines: lines.slice(0, filled(lines)).map(({ stockQuantity, expiryDate, ...line }) => ({
        ...line,
        unit: units.current.get(line.rawMaterial),
        stockQuantity: stockQuantity ?? 0,
        expiryDate: expiryDate || null,
      })),
    }),
    refusals: { duplicate: 'billNumber' },
    onRefused: (error) => {
      // The form shows the unit that there is now; the list behind it, whether a purchase without an answer arrived.
      if (leavesOpen(error) || stockNow(error) !== null) readStockAgain()
      if (!(error instanceof ApiError)) return
      const { purchase, rawMaterial } = error.details as { purchase?: Purchase; rawMaterial?: RawMaterial }
      setFirst(error.code === 'duplicate' && purchase ? purchase : null)
      if (error.code === 'unit_changed' && rawMaterial) units.current.set(rawMaterial._id, rawMaterial.unit)
    },
    invalidates: [...AFTER_A_CHANGE, 'GET /restaurant/inventory/raw-materials'],
    onSaved: ({ purchase: { lines, amount }, rawMaterials: [first] }) => {
      const [line] = lines
      // Not what is left of the new lot, which is less when a shortage was covered first.
      snack.success(
        lines.length === 1 && line && first
          ? `${quantityText(line.stockQuantity, first.unit)} of ${first.name} booked, ${quantityText(first.currentStock, first.unit)} in stock`
          : `${plural(lines.length, 'line')} booked${amount === null ? '' : `, ${formatRupees(amount)} in all`}`,
      )
      onClose()
    },
  })
  const { lines, billTotal } = form.values
  const total = lines.reduce((sum, line) => sum + paise(line.amount), 0)
  const missing = billTotal === null || Number.isNaN(billTotal) ? 0 : paise(billTotal) - total
  const body = (
    <>
      <div className={cx('grid gap-3', narrow ? 'grid-cols-2' : 'grid-cols-3')}>
        <BoundField
          form={form}
          name="supplier"
          label="Supplier"
          className={narrow ? 'col-span-2' : undefined}
          required={form.values.billNumber.trim() !== ''}
          optional={form.values.billNumber.trim() === ''}
        >
          {({ field, size }) => <Input {...field} list={suppliers} maxLength={80} autoComplete="off" size={size} />}
        </BoundField>
        <TextField form={form} name="billNumber" label="Bill number" optional maxLength={40} autoComplete="off" />
        <DateField form={form} name="billDate" label="Bill date" max={calendar} />
        <datalist id={suppliers}>
          {data?.suppliers.filter(Boolean).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {first ? (
        <Banner
          tone="warning"
          action={
            <Button size={32} variant="quiet" onClick={() => void openFirst(first)}>
              Open it
            </Button>
          }
        >
          Booked before: {first.supplier}, bill {first.billNumber} of {dayText(first.billDate, { year: true })},{' '}
          {plural(first.lineCount, 'line')}.
        </Banner>
      ) : null}
      <RowsField
        form={form}
        name="lines"
        label="Materials"
        noun={{ one: 'line', many: 'lines' }}
        blank={BLANK}
        min={1}
        max={100}
        short
        enterAdds
        show={({ rawMaterial, stockQuantity }) => `${of(rawMaterial)?.name ?? ''} ${stockQuantity ?? ''}`}
      >
        {(row) => {
          const line = lines[row.index] ?? BLANK
          const chosen = of(line.rawMaterial)
          const counts = row.index < filled(lines)
          const cost = line.stockQuantity && line.amount ? unitCostOf(paise(line.amount), toThousandths(line.stockQuantity)) : null
          const unusual = chosen !== undefined && isUnusual(cost === null ? null : cost / 100, chosen.costPerUnit)
          const field = { form, hideLabel: !narrow && row.index > 0 }
          return (
            <div className="grid grid-cols-2 gap-x-2 gap-y-1" style={narrow ? undefined : { gridTemplateColumns: WIDE }}>
              <ComboboxField
                {...field}
                name={row.at('rawMaterial')}
                label="Material"
                required={counts}
                options={materials.map((m) => ({ value: m._id, label: m.name }))}
                className={narrow ? 'col-span-2' : undefined}
              />
              <NumberField
                {...field}
                name={row.at('stockQuantity')}
                label="Quantity"
                required={counts}
                decimals={3}
                min={0.001}
                unit={chosen?.unit}
              />
              <MoneyField {...field} name={row.at('amount')} label="Amount" />
              <DateField {...field} name={row.at('expiryDate')} label="Expires" min={today} className={narrow ? 'col-span-2' : undefined} />
              {chosen && cost !== null ? (
                <p className={cx('col-span-full text-14', unusual ? 'font-medium text-on-warning-soft' : 'text-muted')}>
                  {unusual
                    ? `Usually ${formatRupees(chosen.costPerUnit)} a ${chosen.unit}. Is ${formatPaise(cost)} the price of 1 ${chosen.unit}?`
                    : `${formatPaise(cost)} a ${chosen.unit}`}
                </p>
              ) : null}
            </div>
          )
        }}
      </RowsField>
      <div className={cx('grid items-end gap-3', !narrow && 'grid-cols-2')}>
        <p className="flex min-h-11 items-center justify-between gap-3 text-18">
          Total <b className="num font-semibold">{formatPaise(total)}</b>
        </p>
        <MoneyField form={form} name="billTotal" label="Total on the bill" optional />
      </div>
      <div role="status">
        {missing === 0 ? null : (
          <Banner tone="warning">
            The lines come to {formatPaise(Math.abs(missing))} {missing > 0 ? 'less' : 'more'} than the bill.
          </Banner>
        )}
      </div>
      <TextField form={form} name="note" label="Note" optional maxLength={500} />
      <ImageField form={form} name="receiptImage" label="Receipt" optional purpose="receipt" />
    </>
  )
  const frame = { form, title: 'Purchase', submitLabel: 'Book purchase', onClose }
  return narrow ? (
    <FormSheet {...frame}>{body}</FormSheet>
  ) : (
    <FormDialog {...frame} width="lg">
      {body}
    </FormDialog>
  )
}
