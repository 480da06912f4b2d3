import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { plainPaise, toPaise } from '#domain/money.ts'
import { supplierKey } from '#domain/purchase.ts'
import { plural } from '#domain/text.ts'
import { dayText } from '#domain/time.ts'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { usePagedRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import { choice, dates, type ViewSpec } from '#web/app/list/view.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { Money } from '#web/app/Money.tsx'
import { useSearch } from '#web/app/useSearch.ts'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Receipt } from './Movements.tsx'
import { CorrectionSheet } from './CorrectionSheet.tsx'
import { PurchaseSheet } from './PurchaseSheet.tsx'
import { quantityText, type RawMaterial } from './rows.ts'
import { TAB_LABELS, TABS } from './tabs.ts'
import { AFTER_A_CHANGE, readStockAgain, useRanOut } from './useStock.tsx'

type Bill = Answer<'GET /restaurant/inventory/purchases'>['purchases'][number]
type Purchase = Answer<'GET /restaurant/inventory/purchases/:id'>['purchase']

const nameOf = ({ supplier, billDate }: Pick<Bill, 'supplier' | 'billDate'>) => `${supplier || 'Purchase'} of ${dayText(billDate)}`
const inFile = { hidden: 'hidden', card: 'none' } as const

const DATES = dates({ label: 'Bill dates' })
const inDays = ({ from, to }: { from: string | null; to: string | null }) => ({ from: from ?? undefined, to: to ?? undefined })

/** The value of "No supplier", which no supplier's name is: names are stored without spaces at their ends, and the call reads it without them too. */
const NONE = ' '
/**
 * What the list can be narrowed to: each supplier of the chosen dates once, whatever the way it was written, and the one that the address asks for, which may have
 * no bill in these dates or not be read yet.
 */
function suppliersOf(found: readonly string[], asked: string | null) {
  const names = new Map(found.filter(Boolean).map((name) => [supplierKey(name), name]))
  if (asked?.trim()) names.set(supplierKey(asked), asked)
  const sorted = [...names.values()].toSorted((a, b) => a.localeCompare(b))
  const none = found.includes('') || asked === NONE ? [{ value: NONE, label: 'No supplier' }] : []
  return [{ value: '', label: 'All' }, ...sorted.map((value) => ({ value, label: value })), ...none]
}

/** The bills of suppliers, the newest first, with what they come to; one beside the list with its lines. */
export default function PurchasesTab() {
  const when = useDates()
  const [params] = useSearch()
  const asked = params.get('supplier')
  const days = useView({ filters: { dates: DATES } }).filters.dates
  const found = useQuery(apiQuery('GET /restaurant/inventory/purchases', { query: { limit: 1, ...inDays(days) } })).data?.suppliers ?? []
  const spec = {
    tabs: TABS,
    filters: {
      dates: DATES,
      supplier: choice({
        label: 'Supplier',
        as: 'chips',
        initial: '',
        options: suppliersOf(found, asked),
      }),
    },
    row: 'item',
  } satisfies ViewSpec
  const view = useView(spec)
  const { from, to } = days
  const input = (page: number, limit: number) => ({
    query: { page, limit, supplier: view.filters.supplier, ...inDays(days) },
  })
  const list = usePagedRows('GET /restaurant/inventory/purchases', view, {
    key: (bill: Bill) => bill._id,
    input,
    rows: (answer) => answer.purchases,
    total: (answer) => answer.totalPurchases,
  })
  const away = view.row !== null && !list.find(view.row)
  const known = useQuery({ ...apiQuery('GET /restaurant/inventory/purchases/:id', { params: { id: view.row ?? '' } }), enabled: away })
  const { data } = useQuery(apiQuery('GET /restaurant/inventory/purchases', input(view.page, list.perPage)))
  const materials = useQuery(apiQuery('GET /restaurant/inventory/raw-materials/all')).data?.rawMaterials ?? []
  const [buying, setBuying] = useState(false)
  const may = useMay('POST /restaurant/inventory/purchases')
  const { check, dialog } = useRanOut()
  const columns: Column<Bill>[] = [
    {
      key: 'supplier',
      head: 'Supplier',
      value: (bill) => bill.supplier || 'No supplier',
      csv: (bill) => bill.supplier,
      below: (bill) => (bill.billNumber ? `Bill ${bill.billNumber}` : null),
    },
    { key: 'billNumber', head: 'Bill', value: (bill) => bill.billNumber, ...inFile },
    {
      key: 'date',
      head: 'Bill date',
      value: (bill) => dayText(bill.billDate, { year: true }),
      csv: (bill) => bill.billDate,
      width: 'w-36',
    },
    {
      key: 'lines',
      head: 'Lines',
      value: (bill) => bill.lineCount,
      numeric: true,
      width: 'w-20',
      hidden: '@max-[699px]:hidden',
      card: 'none',
    },
    { key: 'by', head: 'Booked by', value: (bill) => bill.by, below: (bill) => when.when(bill.createdAt), hidden: '@max-[599px]:hidden' },
    { key: 'note', head: 'Note', value: (bill) => bill.note, ...inFile },
    { key: 'state', head: 'Taken back', value: (bill) => (bill.takenBack ? 'yes' : ''), ...inFile },
    {
      key: 'amount',
      head: 'Amount',
      value: (bill) => bill.amount,
      // The column adds up to what was bought.
      csv: (bill) => (bill.takenBack || bill.amount === null ? '' : plainPaise(toPaise(bill.amount))),
      cell: (bill) =>
        bill.takenBack ? (
          <StatusChip tone="neutral">Taken back</StatusChip>
        ) : bill.amount === null ? (
          <StatusChip tone="warning">Incomplete</StatusChip>
        ) : (
          <Money rupees={bill.amount} />
        ),
      numeric: true,
      width: 'w-38',
      card: 'end',
    },
  ]
  const button = (
    <Button variant="primary" icon={<Plus />} disabledReason={may.ok ? null : may.why} onClick={() => setBuying(true)}>
      Purchase
    </Button>
  )
  return (
    <>
      <ListPage
        noun={{ one: 'purchase', many: 'purchases' }}
        view={view}
        list={list}
        columns={columns}
        rowName={nameOf}
        tabs={TAB_LABELS}
        search={false}
        actions={button}
        note={
          list.total === 0 ? null : (
            <>
              Bought for {data ? <Money rupees={data.totalAmount} className="font-semibold text-text" /> : '…'}
              {from ? null : to ? ' in the year before' : ' in a year'}
              {data?.incomplete ? `, ${plural(data.incomplete, 'bill')} without all amounts` : null}
            </>
          )
        }
        csv="purchases"
        known={away ? (known.data?.purchase ?? null) : null}
        drawer={(bill, { onClose }) => <PurchaseDrawer key={bill._id} bill={bill} onRanOut={check} onClose={onClose} />}
        nothingYet={{ icon: <ReceiptText />, title: 'No purchases yet. Book the first bill of a supplier here.', action: button }}
      />
      {buying ? <PurchaseSheet materials={materials} material="" onClose={() => setBuying(false)} /> : null}
      {dialog}
    </>
  )
}

function PurchaseDrawer({
  bill,
  onRanOut,
  onClose,
}: {
  bill: Bill
  onRanOut: (after: readonly RawMaterial[]) => void
  onClose: () => void
}) {
  const when = useDates()
  const confirm = useConfirm()
  const query = useQuery(apiQuery('GET /restaurant/inventory/purchases/:id', { params: { id: bill._id } }))
  const { mutateAsync } = useCommand('DELETE /restaurant/inventory/purchases/:id', {
    quiet: true,
    invalidates: AFTER_A_CHANGE,
    onError: ({ code }) => (code === 'stock_changed' ? readStockAgain() : undefined),
    onSuccess: ({ rawMaterials }) => onRanOut(rawMaterials),
  })
  const [correcting, setCorrecting] = useState(false)
  const mayCorrect = useMay('PUT /restaurant/inventory/purchases/:id')
  const may = useMay('DELETE /restaurant/inventory/purchases/:id')
  const used = query.data?.purchase.lines.find((line) => line.left !== line.stockQuantity)
  const takeBack = async () => {
    const done = await confirm({
      title: 'Take this purchase back?',
      body: 'All it brought leaves the stock. The purchase stays in the list as taken back, and its bill can be booked again.',
      confirmLabel: 'Take back',
      tone: 'danger',
      run: () => mutateAsync({ params: { id: bill._id } }),
    })
    if (done) snack.success(`${nameOf(bill)} was taken back`)
  }
  return (
    <Drawer
      title={bill.supplier || 'Purchase'}
      status={bill.takenBack ? <StatusChip tone="neutral">Taken back</StatusChip> : null}
      subtitle={[bill.billNumber && `Bill ${bill.billNumber}`, dayText(bill.billDate, { year: true })].filter(Boolean).join(' · ')}
      onClose={onClose}
      footer={
        bill.takenBack ? undefined : (
          <div className="flex gap-2">
            <Button icon={<Pencil />} disabledReason={mayCorrect.ok ? null : mayCorrect.why} onClick={() => setCorrecting(true)}>
              Correct
            </Button>
            <Button
              icon={<Undo2 />}
              disabledReason={may.ok ? (used ? `${used.rawMaterial.name} is used or counted already` : null) : may.why}
              onClick={() => void takeBack()}
            >
              Take back
            </Button>
          </div>
        )
      }
    >
      <Loaded query={query} className="m-4" skeleton={<Skeleton className="m-4 h-40" />}>
        {({ purchase }) => (
          <>
            <Lines purchase={purchase} />
            {purchase.corrections.length === 0 ? null : (
              <section aria-label="Corrections" className="border-t border-hairline px-4 py-3 text-14 [overflow-wrap:anywhere]">
                <h3 className="font-semibold">Corrections</h3>
                {purchase.corrections.toReversed().map(({ by, at, changes }) => (
                  <p key={at} className="pt-1">
                    {changes.join('. ')}.
                    <span className="block text-12 text-muted">
                      {when.when(at)}, {by}
                    </span>
                  </p>
                ))}
              </section>
            )}
            {correcting ? <CorrectionSheet purchase={purchase} onClose={() => setCorrecting(false)} /> : null}
          </>
        )}
      </Loaded>
      <p className="border-t border-hairline px-4 py-3 text-14 text-muted [overflow-wrap:anywhere]">
        {bill.note ? <span className="block whitespace-pre-line text-text">{bill.note}</span> : null}
        Booked {when.when(bill.createdAt)} by {bill.by}
        {bill.takenBack ? `, taken back ${when.when(bill.takenBack.at)} by ${bill.takenBack.by}` : null}
        {bill.receiptImage ? (
          <>
            {' · '}
            <Receipt of={bill.receiptImage} />
          </>
        ) : null}
      </p>
    </Drawer>
  )
}

function Lines({ purchase }: { purchase: Purchase }) {
  const priced = purchase.lines.every((line) => line.amount !== null)
  const sum = purchase.lines.reduce((sum, line) => sum + toPaise(line.amount ?? 0), 0)
  const other = purchase.billTotal === null || !priced ? 0 : toPaise(purchase.billTotal) - sum
  return (
    <section aria-label="Lines" className="px-4 py-3 text-14">
      <h3 className="font-semibold">{plural(purchase.lines.length, 'line')}</h3>
      <ul>
        {purchase.lines.map(({ rawMaterial: { name, unit }, stockQuantity, amount, unitCost, expiryDate, left }, i) => (
          <li key={i} className="flex min-h-12 items-center gap-3 py-1 not-first:border-t not-first:border-hairline">
            <span className="min-w-0 flex-1">
              <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
              <span className="num block text-12 [overflow-wrap:anywhere] whitespace-normal! text-muted">
                {quantityText(stockQuantity, unit)}
                {unitCost === null ? null : (
                  <>
                    {' at '}
                    <Money rupees={unitCost} />
                  </>
                )}
                {expiryDate ? ` · expires ${dayText(expiryDate)}` : null}
                {purchase.takenBack || left === stockQuantity ? null : ` · ${quantityText(left, unit)} left`}
              </span>
            </span>
            <span className="num flex-none font-medium">{amount === null ? 'No amount' : <Money rupees={amount} />}</span>
          </li>
        ))}
      </ul>
      {other === 0 ? null : (
        <p className="flex justify-between border-t border-hairline pt-2 text-muted">
          Tax, freight, rounding and other <Money rupees={other / 100} />
        </p>
      )}
      <p className="flex justify-between border-t border-hairline pt-2 font-semibold">
        Total {purchase.amount === null ? 'Incomplete' : <Money rupees={purchase.amount} />}
      </p>
    </section>
  )
}
