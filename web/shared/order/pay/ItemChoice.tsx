import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OrderItem, OrderShape } from '#domain/api/order.ts'
import { toPaise } from '#domain/money.ts'
import { isPaidFor, MAX_GUESTS, paidLines, portionsOf, shared, splitByItems, type Taken, takersOf, toggled } from '#domain/split.ts'
import { modsOf } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ChangedNotice } from '../ChangedNotice.tsx'
import { changesBetween } from '../changes.ts'
import { guestName, type Tendering } from './useTender.ts'

const EVERYONE = 'everyone'

/** Who has which items, while it is being chosen; `split` is what that comes to, by the bill as it is now. */
export function useItemChoice(order: OrderShape, { items, left }: Tendering) {
  const [opened] = useState(order)
  const [guests, setGuests] = useState(() => items?.guests ?? Math.min(MAX_GUESTS, Math.max(2, order.guests ?? 2)))
  const [taken, setTaken] = useState<Taken>(items?.taken ?? {})
  const split = splitByItems(order, { guests, taken, paid: items?.paid ?? [] }, left)
  /** The guests who have not paid. */
  const open = Array.from({ length: guests }, (_, guest) => guest).filter((guest) => !isPaidFor(split, [guest]))
  const [chosen, choose] = useState(() => `${open[0] ?? EVERYONE}`)
  return {
    opened,
    guests,
    taken,
    split,
    open,
    chosen,
    choose,
    add: () => {
      setGuests(guests + 1)
      choose(`${guests}`)
    },
    give: (line: OrderItem, portion: number) =>
      setTaken(chosen === EVERYONE ? shared(taken, line, portion, open) : toggled(taken, line, portion, Number(chosen))),
  }
}

/** A guest is chosen, and each press of a portion gives it to that guest, beside those who have it, or takes it back. */
export function ItemChoice({ order, choice }: { order: OrderShape; choice: ReturnType<typeof useItemChoice> }) {
  const { opened, guests, taken, split, open, chosen, choose, add, give } = choice
  const who = chosen === EVERYONE ? open : [Number(chosen)]
  useShortcuts(
    Object.fromEntries(
      open
        .filter((guest) => guest < 9)
        .map((guest) => [`${guest + 1}`, { label: 'Choose a guest', run: () => choose(`${guest}`), inDialogs: true }]),
    ),
  )
  return (
    <>
      {/* Over the padding of what scrolls, so that no row shows above it. */}
      <div style={{ top: -4 }} className="sticky z-1 -mx-1 flex items-center gap-1.5 bg-surface px-1 py-2">
        <FilterChips
          label="Guest"
          scroll
          value={chosen}
          onToggle={choose}
          options={[
            ...open.map((guest) => ({
              value: `${guest}`,
              label: (
                <span className="grid text-left text-14 leading-4.5">
                  {guestName(guest)} <Money paise={split.amounts[guest] ?? 0} className="text-12 [--money-unit:currentColor]" />
                </span>
              ),
            })),
            ...(open.length > 1 ? [{ value: EVERYONE, label: 'Everyone' }] : []),
          ]}
          className="min-w-0"
        />
        {guests < MAX_GUESTS ? (
          <IconButton label="Add a guest" icon={<Plus />} variant="outline" className="flex-none" onClick={add} />
        ) : null}
      </div>
      <ChangedNotice changes={changesBetween(opened, order)} />
      <ul aria-label="Items" className="grid gap-1 pt-1 pb-1">
        {paidLines(order).flatMap((line) =>
          Array.from({ length: portionsOf(line) }, (_, portion) => {
            const takers = takersOf(taken, line, portion)
            const isPaid = isPaidFor(split, takers)
            return (
              <li key={`${line.lineId} ${portion}`}>
                <button
                  type="button"
                  aria-pressed={who.length > 0 && who.every((guest) => takers.includes(guest))}
                  disabled={isPaid || who.length === 0}
                  onClick={() => give(line, portion)}
                  className="flex min-h-14 w-full items-center gap-3 rounded-control border border-hairline bg-surface px-3 py-1.5 text-left select-none hover:bg-raised disabled:cursor-not-allowed disabled:bg-raised disabled:text-muted aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft [--money-unit:currentColor]"
                >
                  <span className="min-w-0 flex-1 leading-5 [overflow-wrap:anywhere]">
                    <span className="font-medium">{line.itemName}</span>{' '}
                    <small className="block text-14">{aboutPortion(line, portion)}</small>
                  </span>
                  <span className="flex max-w-40 flex-none flex-col items-end text-right leading-5">
                    <Money paise={toPaise(line.amount) / portionsOf(line)} />{' '}
                    <small className="text-14 [overflow-wrap:anywhere]">
                      {takerNames(takers, guests)}
                      {isPaid ? ', paid' : ''}
                    </small>
                  </span>
                </button>
              </li>
            )
          }),
        )}
      </ul>
    </>
  )
}

/** Which portion it is, and what was chosen with it: `2 of 3 · Half · + Cheese`. */
function aboutPortion(line: OrderItem, portion: number): string {
  const portions = portionsOf(line)
  const which = portions > 1 ? `${portion + 1} of ${portions}` : line.quantity > 1 ? `All ${line.quantity}` : ''
  return [which, ...modsOf(line), line.additionalItemNote].filter(Boolean).join(' · ')
}

function takerNames(takers: readonly number[], guests: number): string {
  if (takers.length === 0) return 'Nobody yet'
  if (takers.length === guests) return 'Everyone'
  return takers.length === 1 ? guestName(takers[0] ?? 0) : `Guests ${takers.map((guest) => guest + 1).join(', ')}`
}
