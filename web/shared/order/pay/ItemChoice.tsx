import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { OrderItem, OrderShape } from '#domain/api/order.ts'
import { toPaise } from '#domain/money.ts'
import {
  isPaidFor,
  MAX_GUESTS,
  paidLines,
  portionsOf,
  shared,
  splitByItems,
  takersOf,
  toggled,
  withoutGuest,
  withPaid,
} from '#domain/split.ts'
import { modsOf } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ChangedNotice } from '../ChangedNotice.tsx'
import { changesBetween } from '../changes.ts'
import { guestName, type Tendering } from './useTender.ts'

const EVERYONE = 'everyone'

/** So few guests share a bill. */
const MIN_GUESTS = 2

/** Who has which items, while it is being chosen; `split` is what that comes to, by the bill as it is now. */
export function useItemChoice(order: OrderShape, { items, draft, setDraft, left }: Tendering) {
  const [opened] = useState(order)
  const begun = draft ?? items ?? { guests: Math.min(MAX_GUESTS, Math.max(MIN_GUESTS, order.guests ?? MIN_GUESTS)), taken: {} }
  const split = splitByItems(order, { ...withPaid(begun, items), paid: items?.paid ?? [] }, left)
  const { guests, taken } = split
  /** The guests who have not paid. */
  const open = Array.from({ length: guests }, (_, guest) => guest).filter((guest) => !isPaidFor(split, [guest]))
  const [pressed, choose] = useState('0')
  // Who was chosen may have paid meanwhile, or left.
  const chosen = (pressed === EVERYONE && open.length > 1) || open.includes(Number(pressed)) ? pressed : `${open[0] ?? EVERYONE}`
  const last = guests - 1
  const portions = paidLines(order).flatMap((line) => Array.from({ length: portionsOf(line) }, (_, p) => takersOf(taken, line, p)))
  return {
    opened,
    guests,
    taken,
    split,
    open,
    chosen,
    choose,
    /** Has a guest who has not paid any portion? */
    isGiven: portions.some((takers) => takers.some((guest) => open.includes(guest))),
    hasAll: portions.every((takers) => takers.length > 0),
    add: () => {
      setDraft({ guests: guests + 1, taken })
      choose(`${guests}`)
    },
    /** Takes the last guest away. */
    remove: () => setDraft({ guests: guests - 1, taken: withoutGuest(taken, last) }),
    whyStays: portions.some((takers) => takers.includes(last) && isPaidFor(split, takers))
      ? `Something of ${guestName(last)} is paid`
      : guests > MIN_GUESTS
        ? null
        : 'Two guests at least share a bill',
    give: (line: OrderItem, portion: number) =>
      setDraft({
        guests,
        taken: chosen === EVERYONE ? shared(taken, line, portion, open) : toggled(taken, line, portion, Number(chosen)),
      }),
  }
}

/** Brings the chip of who is chosen into view, when another is. */
const show = (label: HTMLElement | null) => label?.closest('button')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** A guest is chosen, and each press of a portion gives it to that guest, beside those who have it, or takes it back. */
export function ItemChoice({ order, choice }: { order: OrderShape; choice: ReturnType<typeof useItemChoice> }) {
  const { opened, guests, taken, split, open, chosen, choose, add, remove, whyStays, give } = choice
  const who = chosen === EVERYONE ? open : [Number(chosen)]
  // There are no digits for the tenth guest and those after: N and P go to them.
  const step = (by: number) => choose(`${open[(open.indexOf(Number(chosen)) + by + open.length) % open.length] ?? EVERYONE}`)
  useShortcuts({
    ...Object.fromEntries(
      open
        .filter((guest) => guest < 9)
        .map((guest) => [`${guest + 1}`, { label: 'Choose a guest', run: () => choose(`${guest}`), inDialogs: true }]),
    ),
    n: { label: 'Next guest', run: () => step(1), inDialogs: true },
    p: { label: 'Previous guest', run: () => step(-1), inDialogs: true },
  })
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
                <span ref={chosen === `${guest}` ? show : undefined} className="grid text-left text-14 leading-4.5">
                  {guestName(guest)} <Money paise={split.amounts[guest] ?? 0} className="text-12 [--money-unit:currentColor]" />
                </span>
              ),
            })),
            ...(open.length > 1 ? [{ value: EVERYONE, label: <span ref={chosen === EVERYONE ? show : undefined}>Everyone</span> }] : []),
          ]}
          className="min-w-0"
        />
        <IconButton
          label={`Remove guest ${guests}`}
          icon={<Minus />}
          variant="outline"
          className="flex-none"
          disabledReason={whyStays}
          onClick={remove}
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
