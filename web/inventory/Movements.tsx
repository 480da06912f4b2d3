import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatRupees } from '#domain/money.ts'
import { dayText } from '#domain/time.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useDates } from '#web/core/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { exact, quantityText, type RawMaterial } from './rows.ts'
import { type Movement, movementsQuery } from './useUse.ts'

const WORDS: Record<Movement['kind'], string> = {
  purchase: 'Purchase',
  sale: 'Sale',
  back: 'Given back',
  waste: 'Waste',
  correction: 'Correction',
  conversion: 'Conversion',
}
const SHOWN = 8

/** A movement in words: `Sale, Paneer Tikka Wrap`, `Purchase`, `Correction, Counted`. */
const movementText = ({ kind, itemName, reason }: Pick<Movement, 'kind' | 'itemName' | 'reason'>): string =>
  [WORDS[kind], itemName ?? (reason && reason.toLowerCase() !== WORDS[kind].toLowerCase() ? reason : null)].filter(Boolean).join(', ')

/** The movements of a material, the newest first: the change, the stock after it, and the person. */
export function Movements({ material }: { material: RawMaterial }) {
  const { currentStock } = material
  // No event tells of a movement: they are fetched with a stock that has changed, from which "left" counts back.
  const query = useQuery({ ...movementsQuery(material._id), refetchOnMount: 'always' })
  const { refetch } = query
  const seen = useRef(currentStock)
  useEffect(() => {
    if (seen.current === currentStock) return
    seen.current = currentStock
    void refetch()
  }, [currentStock, refetch])
  const [all, setAll] = useState(false)
  return (
    <section aria-label="Movements" className="px-4 py-3 text-14">
      <h3 className="font-semibold">Movements</h3>
      <Loaded query={query} className="my-2" skeleton={<Skeleton className="my-2 h-40 w-full" />}>
        {({ movements, hasMore }) =>
          movements.length === 0 ? (
            <p className="py-1 text-muted">No movements yet.</p>
          ) : movements.length > SHOWN && !all ? (
            <>
              <Rows material={material} rows={withLeft(movements, currentStock).slice(0, SHOWN)} />
              <Button size={40} full onClick={() => setAll(true)}>
                Show {movements.length - SHOWN} older
              </Button>
            </>
          ) : (
            <Pages material={material} movements={movements} hasMore={hasMore} stock={currentStock} />
          )
        }
      </Loaded>
    </section>
  )
}

type PageProps = { material: RawMaterial; movements: readonly Movement[]; hasMore: boolean; stock: number }

/** A page of movements, of which the newest left `stock`, and below it a button for the next page. */
function Pages({ material, movements, hasMore, stock }: PageProps) {
  const [next, setNext] = useState(false)
  const rows = withLeft(movements, stock)
  const last = rows.at(-1)
  return (
    <>
      <Rows material={material} rows={rows} />
      {!hasMore || !last ? null : next ? (
        <OlderPage material={material} before={last.movement._id} stock={exact(last.left - last.movement.quantity)} />
      ) : (
        <Button size={40} full onClick={() => setNext(true)}>
          Show older
        </Button>
      )}
    </>
  )
}

function OlderPage({ material, before, stock }: { material: RawMaterial; before: string; stock: number }) {
  // Each sale moves the pages on by one: until this one is here, the one before stays, with the pages below it.
  const query = useQuery({ ...movementsQuery(material._id, before), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} className="my-2" skeleton={<Skeleton className="my-2 h-40 w-full" />}>
      {({ movements, hasMore }) => <Pages material={material} movements={movements} hasMore={hasMore} stock={stock} />}
    </Loaded>
  )
}

/** Each movement with what was left after it, counted back from the stock that the newest one left. */
function withLeft<M extends { quantity: number }>(movements: readonly M[], stock: number): { movement: M; left: number }[] {
  let left = stock
  return movements.map((movement) => {
    const row = { movement, left }
    left = exact(left - movement.quantity)
    return row
  })
}

function Rows({ material, rows }: { material: RawMaterial; rows: ReturnType<typeof withLeft<Movement>> }) {
  return (
    <ul className="not-first:border-t not-first:border-hairline">
      {rows.map(({ movement, left }) => (
        <Row key={movement._id} movement={movement} left={left} unit={material.unit} />
      ))}
    </ul>
  )
}

/** A link to a lot's receipt. */
export const Receipt = ({ of }: { of: string }) => (
  <a className="link" href={of} target="_blank" rel="noreferrer">
    receipt
  </a>
)

function Row({ movement, left, unit }: { movement: Movement; left: number; unit: string }) {
  const dates = useDates()
  const { kind, quantity, by, at, unitCost, stock } = movement
  const expires = kind === 'purchase' ? stock?.expiryDate : null
  return (
    <li className="flex min-h-12 items-center gap-3 py-1 not-first:border-t not-first:border-hairline">
      <span className="min-w-0 flex-1">
        <span className="block [overflow-wrap:anywhere]">{movementText(movement)}</span>
        <span className="num block text-12 [overflow-wrap:anywhere] whitespace-normal! text-muted">
          {dates.when(at)} · {by}
          {unitCost === null ? null : ` · ${formatRupees(unitCost)} a ${unit}`}
          {expires ? ` · expires ${dayText(expires)}` : null}
          {stock?.receiptImage ? (
            <>
              {' · '}
              <Receipt of={stock.receiptImage} />
            </>
          ) : null}
        </span>
      </span>
      <span className="num flex-none text-right">
        <span className={cx('block font-medium', quantity > 0 ? 'text-success' : undefined)}>
          {quantity > 0 ? '+' : '−'}
          {quantityText(Math.abs(quantity), unit)}
        </span>
        <span className="block text-12 text-muted">{quantityText(left, unit)} left</span>
      </span>
    </li>
  )
}
