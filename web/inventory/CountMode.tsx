import { ClipboardCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dayText } from '#domain/time.ts'
import { plural } from '#domain/text.ts'
import { NumberField } from '#web/app/form/fields.tsx'
import { FormPage } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { quantityText, type RawMaterial, type StockRow } from './rows.ts'
import { AFTER_A_CHANGE, known, stockNow, useCount, useRanOut, useStock } from './useStock.tsx'

/** A line of the count: a lot, or a material without any, which is counted as a correction. */
type Line = { key: string; material: StockRow; lot: string | null; expires: string | null }

const linesOf = (rows: readonly StockRow[]): Line[] =>
  rows.flatMap((material): Line[] =>
    material.lots.length > 0
      ? material.lots.map((lot) => ({ key: lot._id, material, lot: lot._id, expires: lot.expiryDate }))
      : [{ key: material._id, material, lot: null, expires: null }],
  )

/** Counting the stock: a field for each lot, saved together. A count that the server refuses stays in its field, with the reason. */
export default function CountMode() {
  const { query, rows } = useStock()
  return (
    <Loaded query={{ ...query, data: rows }} skeleton={<FormSkeleton label="Loading the stock" fields={8} />}>
      {(all) => <Count rows={all} />}
    </Loaded>
  )
}

function Count({ rows }: { rows: readonly StockRow[] }) {
  const [, setSearch] = useSearch()
  const close = () => setSearch((newest) => (newest.delete('count'), newest), { push: true })
  // The lines as they were when the count began: a sale or another device may use up a lot meanwhile, and a typed figure must not disappear.
  const [lines] = useState(() => linesOf(rows))
  // The fields start empty, so that nobody just confirms the recorded figure, and a lot that isn't counted isn't changed.
  const defaults = useMemo(() => Object.fromEntries(lines.map(({ key }) => [key, null as number | null])), [lines])
  const booksOf = (key: string, lot: string | null, materialId: string) => {
    const material = rows.find((m) => m._id === materialId)
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
    for (const { key, lot, material } of lines) if (form.values[key] === null) base.current[key] = booksOf(key, lot, material._id)
  })
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
          {lines.map(({ key, material, lot, expires }) => (
            <li key={key} className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-hairline">
              <span className="min-w-0 flex-1">
                <span className="block font-medium [overflow-wrap:anywhere]">{material.name}</span>
                <span className="num block text-14 whitespace-normal! text-muted">
                  {quantityText(booksOf(key, lot, material._id), unitOf(material))} in the books
                  {expires ? ` · expires ${dayText(expires)}` : ''}
                </span>
              </span>
              <NumberField
                form={form}
                name={key}
                label={`Counted: ${material.name}${expires ? `, expires ${dayText(expires)}` : ''}`}
                hideLabel
                decimals={3}
                unit={unitOf(material)}
                className="w-36 flex-none"
              />
            </li>
          ))}
        </ul>
      </Card>
      {dialog}
    </FormPage>
  )
}
