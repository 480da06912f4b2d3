import { ClipboardCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { NumberField } from '#web/app/form/fields.tsx'
import { FormPage } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { exact, type Lot, quantityText, type RawMaterial, type StockRow } from './rows.ts'
import { AFTER_A_CHANGE, known, stockNow, useCount, useRanOut, useStock } from './useStock.tsx'

/** A line of the count: a material, whose count is booked as a correction, or one lot: the only one, or one of several that are counted apart. */
type Line = { key: string; material: StockRow; lot: Lot | null; of: string }

function linesOf(materials: readonly StockRow[], apart: ReadonlySet<string>): Line[] {
  return materials.flatMap((material): Line[] => {
    const { lots } = material
    if (lots.length !== 1 && !apart.has(material._id)) return [{ key: material._id, material, lot: null, of: '' }]
    return lots.map((lot, n) => ({ key: lot._id, material, lot, of: lots.length > 1 ? `, lot ${n + 1} of ${lots.length}` : '' }))
  })
}

/** Counting the stock: a field for each material, and for each lot of one whose lots are counted apart, saved together. A count that the server refuses stays in its field, with the reason. */
export default function CountMode() {
  const { query, rows } = useStock()
  return (
    <Loaded query={{ ...query, data: rows }} skeleton={<FormSkeleton label="Loading the stock" fields={8} />}>
      {(all) => <Count rows={all} />}
    </Loaded>
  )
}

function Count({ rows }: { rows: readonly StockRow[] }) {
  const dates = useDates()
  const [, setSearch] = useSearch()
  const close = () => setSearch((newest) => (newest.delete('count'), newest), { push: true })
  // The materials as they were when the count began: a sale or another device may use up a lot meanwhile, and a typed figure must not disappear.
  const [materials] = useState(rows)
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set())
  const lines = linesOf(materials, apart)
  // The fields start empty, so that nobody just confirms the recorded figure, and what isn't counted isn't changed.
  const defaults = useMemo(
    () =>
      Object.fromEntries(
        materials.flatMap(({ _id, lots }) => [_id, ...lots.map((lot) => lot._id)]).map((key) => [key, null as number | null]),
      ),
    [materials],
  )
  const booksOf = ({ key, lot, material: { _id } }: Line) => {
    const material = rows.find((m) => m._id === _id)
    return (lot ? material?.lots.find((l) => l._id === key)?.stockQuantity : material?.currentStock) ?? 0
  }
  /** As the line shows it. */
  const unitOf = ({ _id, unit }: StockRow) => rows.find((m) => m._id === _id)?.unit ?? unit
  const may = useMay('PUT /restaurant/inventory/stocks/bulk-update')
  const count = useCommand('PUT /restaurant/inventory/stocks/bulk-update', { quiet: true, invalidates: AFTER_A_CHANGE })
  const book = useCount()
  const { check, dialog } = useRanOut()
  /** By line: the stock that was shown when its figure was typed. */
  const base = useRef<Record<string, number>>({})
  const form = useForm<Record<string, number | null>, unknown>({
    defaults,
    refusal: may.ok ? null : may.why,
    send: async (values) => {
      const counted = lines.flatMap((line) => {
        const quantity = values[line.key]
        return quantity === null || quantity === undefined ? [] : [{ line, quantity }]
      })
      // The first answer has the lists fetched again, while the other counts are still being sent.
      const before = known()
      const after: RawMaterial[] = []
      const refused: { path: string; message: string }[] = []
      // Each count leaves its field when it is saved: what follows may fail, and Save would send it again.
      const saved = ({ key }: Line) => {
        form.setValue(key, null)
        // The form keeps what it has sent as its saved state: an empty field is no change either.
        values[key] = null
      }
      const lots = counted.filter(({ line }) => line.lot !== null)
      try {
        if (lots.length > 0) {
          const answer = await count.mutateAsync({
            body: {
              stocks: lots.map(({ line, quantity }) => ({ _id: line.key, stockQuantity: quantity, stockWas: base.current[line.key] })),
            },
          })
          after.push(...answer.rawMaterials)
          for (const { _id, ok, message, stock } of answer.results) {
            if (ok) continue
            refused.push({ path: _id, message: message ?? 'It was not saved.' })
            if (stock) base.current[_id] = stock.stockQuantity
          }
          for (const { line } of lots) if (!refused.some(({ path }) => path === line.key)) saved(line)
        }
        for (const { line, quantity } of counted) {
          if (line.lot !== null) continue
          try {
            after.push(await book(line.key, { quantity, base: base.current[line.key] ?? 0, unit: unitOf(line.material) }))
            saved(line)
          } catch (error) {
            const now = stockNow(error)
            if (now === null) throw error
            base.current[line.key] = now
            refused.push({ path: line.key, message: messageOf(error) })
          }
        }
      } finally {
        check(after, before)
      }
      if (refused.length > 0) {
        const text = `${plural(counted.length - refused.length, 'count is', 'counts are')} saved, ${plural(refused.length, 'is', 'are')} not.`
        snack.warning(text)
        // The reasons are shown beside their fields.
        throw new ApiError(text, { status: 422, errors: refused })
      }
      return counted.length
    },
    onSaved: (saved) => void snack.success(`${plural(Number(saved), 'count')} saved`),
  })
  useEffect(() => {
    for (const line of lines) if (form.values[line.key] === null) base.current[line.key] = booksOf(line)
  })
  /** Counts the lots of a material apart, or together again: if each was counted, its count is their sum. Otherwise a figure of a field that goes is no count any more, but can be brought back. */
  const split = ({ _id, name, lots }: StockRow) => {
    const isApart = apart.has(_id)
    const ofLots = lots.map((lot) => lot._id)
    const [going, coming] = isApart ? [ofLots, [_id]] : [[_id], ofLots]
    const typed = going.flatMap((key) => (form.values[key] == null ? [] : [[key, form.values[key]] as const]))
    const turn = (toApart: boolean, gone: readonly string[]) => {
      for (const key of gone) form.setValue(key, null)
      setApart((now) => new Set(toApart ? [...now, _id] : [...now].filter((one) => one !== _id)))
    }
    turn(!isApart, going)
    if (isApart && typed.length === going.length) {
      const sum = (figures: readonly number[]) => exact(figures.reduce((all, one) => all + one, 0))
      base.current[_id] = sum(going.map((key) => base.current[key] ?? 0))
      form.setValue(_id, sum(typed.map(([, figure]) => figure)))
    } else if (typed.length > 0)
      void undoable({
        label: `${name}: ${plural(typed.length, 'figure is', 'figures are')} dropped`,
        undo: () => {
          turn(isApart, coming)
          for (const [key, figure] of typed) form.setValue(key, figure)
        },
      })
  }
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<ClipboardCheck />}
        title="There is no stock to count yet."
        action={<Button onClick={close}>Back to stock</Button>}
      />
    )
  return (
    <FormPage
      form={form}
      inSearch
      above={
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 text-14 text-muted">Enter what is there. A field that stays empty changes nothing.</p>
          <Button size={40} onClick={close}>
            Done counting
          </Button>
        </div>
      }
    >
      <Card>
        <ul>
          {lines.map((line, n) => {
            const { key, material, lot, of } = line
            const expires = lot?.expiryDate ? `expires ${dayText(lot.expiryDate)}` : ''
            const facts = [
              `${quantityText(booksOf(line), unitOf(material))} in the books`,
              lot && of ? dates.when(lot.createdAt) : '',
              lot && of && lot.unitCost !== null ? `${formatRupees(lot.unitCost).replace(' ', '\u00a0')} a ${unitOf(material)}` : '',
              expires,
            ]
            return (
              <li key={key} className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-hairline">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium [overflow-wrap:anywhere]">{material.name + of}</span>
                  <span className="num block text-14 wrap-anywhere whitespace-normal! text-muted">{facts.filter(Boolean).join(' · ')}</span>
                  {material.lots.length > 1 && lines[n - 1]?.material !== material ? (
                    <button type="button" className="link -mb-1 min-h-9 text-left text-14" onClick={() => split(material)}>
                      {lot ? 'Count together' : `Count its ${material.lots.length} lots apart`}
                    </button>
                  ) : null}
                </span>
                <NumberField
                  form={form}
                  name={key}
                  label={`Counted: ${material.name}${of}${expires ? `, ${expires}` : ''}`}
                  hideLabel
                  decimals={3}
                  unit={unitOf(material)}
                  className="w-36 flex-none"
                />
              </li>
            )
          })}
        </ul>
      </Card>
      {dialog}
    </FormPage>
  )
}
