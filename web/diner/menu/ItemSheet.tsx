import { useEffect, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { isSoldOut, type MissingChoice, missingChoices } from '#domain/menu.ts'
import { formatPaise, formatRupees } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { type Choice, choiceOf, type DraftLine, lineAmount, lineOf, MAX_QUANTITY, type NewDraftLine } from '#domain/ticket.ts'
import { useStore } from '#web/core/store.ts'
import { Icon } from '../Icon.tsx'
import { Sheet } from '../Sheet.tsx'
import './item.css'
import { savedIds, toggleSaved } from './saved.ts'
import { count } from './statistics.ts'

type Group = MenuItemShape['addonGroups'][number]
type Taken = Record<string, number>

const DIETS = { veg: 'Veg', nonVeg: 'Non-veg', egg: 'Egg', vegan: 'Vegan' } as const
const BLANK: Required<Choice> = { variant: null, addons: {}, note: '', quantity: 1 }
const NOTE_LENGTH = 200
/** From one lakh on (paise), an amount leaves no room for all words of the button on the narrowest phones. */
const WIDE_PAISE = 1_00_000_00
/** How many addons of a long list are shown at first. */
const SHOWN = 5

const sum = (taken: Taken) => Object.values(taken).reduce((a, b) => a + b, 0)

function missingText({ kind, name, min, max, chosen }: MissingChoice): string {
  if (kind === 'variant') return 'Choose one first'
  if (chosen < min) return `${name}: choose ${min - chosen}${chosen > 0 ? ' more' : ''}`
  return `${name}: at most ${max}`
}

/** Goes to a choice that is still missing: scrolls its group to the top of the sheet, and focuses its first option. */
function goTo({ kind, name }: MissingChoice, from: HTMLElement) {
  const groups = [...(from.closest('dialog')?.querySelectorAll('fieldset') ?? [])]
  const group = groups.find(({ dataset }) => dataset.group === (kind === 'variant' ? '' : name))
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector('input')?.focus({ preventScroll: true })
}

/**
 * A dish with all that can be chosen of it: what is required first, the price of the whole line on the button. With a `line` of the cart its choices are
 * changed. If guests can't order by their phones (`orders`), it only shows the dish.
 */
export default function ItemSheet({
  item,
  line,
  taken = 0,
  orders = true,
  onSubmit,
  onClose,
}: {
  item: MenuItemShape
  line?: DraftLine
  /** How many of it are in the cart already. */
  taken?: number
  orders?: boolean
  onSubmit: (line: NewDraftLine) => void
  onClose: () => void
}) {
  const [choice, setChoice] = useState<Required<Choice>>(() => ({ ...BLANK, ...(line ? choiceOf(line) : null) }))
  const set = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }))
  const saved = useStore(savedIds, ({ ids }) => ids.has(item._id))
  useEffect(() => count('view', item._id), [item._id])

  const made = lineOf(item, choice)
  const amount = lineAmount(made)
  const [missing] = missingChoices(item, made.variants, made.addonGroups)
  const most = Math.min(MAX_QUANTITY, (item.remaining ?? Infinity) - taken)
  const off = isSoldOut(item) ? 'Sold out' : most < 1 ? `Only ${item.remaining} left` : null
  const groups = [...item.addonGroups].sort((a, b) => Number(b.min > 0) - Number(a.min > 0))
  return (
    <Sheet
      title={item.name}
      onClose={onClose}
      note={
        <p className="sheet-note">
          {[item.isAlcohol ? 'Alcohol' : DIETS[item.dietType], item.categoryName].filter(Boolean).join(' · ')}
          {item.variants.length === 0 && <span className="num"> · {formatRupees(item.price)}</span>}
        </p>
      }
      beside={
        <button
          type="button"
          className="icon-button heart"
          aria-pressed={saved}
          aria-label={`Save ${item.name}`}
          onClick={() => void toggleSaved(item._id)}
        >
          <Icon name="heart" />
        </button>
      }
      footer={
        orders && (
          <div className="flex gap-3">
            <Quantity label={item.name} value={choice.quantity} least={1} most={most} onChange={(quantity) => set({ quantity })} />
            {missing && !off ? (
              <button
                type="button"
                className="button-quiet min-h-14 grow justify-between text-left"
                onClick={(event) => goTo(missing, event.currentTarget)}
              >
                {missingText(missing)}
                <Icon name="back" className="rotate-90" />
              </button>
            ) : (
              <button
                type="button"
                className="button large grow"
                aria-disabled={off !== null}
                onClick={() => {
                  if (off) return
                  if (!line) count('cart', item._id)
                  onSubmit(made)
                  onClose()
                }}
              >
                <span>
                  {off ?? (line ? 'Save' : 'Add ')}
                  {!off && !line && <span className={amount < WIDE_PAISE ? undefined : 'max-[380px]:sr-only'}>to cart</span>}
                </span>
                {!off && <span className="num ml-auto">{formatPaise(amount)}</span>}
              </button>
            )}
          </div>
        )
      }
    >
      <div className="px-4 pb-3 text-14 text-muted empty:hidden">
        {item.description && <p className="pb-1">{item.description}</p>}
        {item.calories !== null && <p>{item.calories} kcal</p>}
        {item.allergens.length > 0 && <p>Contains {item.allergens.join(', ')}</p>}
      </div>
      {item.variants.length > 0 && (
        <fieldset className="group" data-group="">
          <Head title="Choose one" chosen={choice.variant} required />
          {item.variants.map((variant) => (
            <label key={variant.name} className="option">
              <input
                type="radio"
                name="variant"
                checked={choice.variant === variant.name}
                onChange={() => set({ variant: variant.name })}
                disabled={!orders}
              />
              <span className="grow">{variant.name}</span>
              <span className="num">{formatRupees(item.price + variant.additionalPrice)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {groups.map((group) => (
        <Addons
          key={group.name}
          group={group}
          orders={orders}
          taken={choice.addons[group.name] ?? {}}
          onChange={(taken) => set({ addons: { ...choice.addons, [group.name]: taken } })}
        />
      ))}
      {orders && (
        <div className="group px-4 pb-3">
          <textarea
            className="input dish-note"
            aria-label="Note for the kitchen"
            placeholder="Note for the kitchen"
            rows={2}
            maxLength={NOTE_LENGTH}
            value={choice.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </div>
      )}
    </Sheet>
  )
}

/** A group's name, and what is required of it or was chosen. */
function Head({ title, chosen, required, note }: { title: string; chosen?: string | null; required: boolean; note?: string }) {
  return (
    <>
      <legend className="sr-only">{title}</legend>
      <p className="group-head" aria-hidden="true">
        {title}
        {chosen ? (
          <span className="tag" data-tone="success">
            <Icon name="check" />
            {chosen}
          </span>
        ) : (
          <span className="tag" data-tone={required ? 'warning' : undefined}>
            {required ? (note ?? 'Required') : note}
          </span>
        )}
      </p>
    </>
  )
}

function Addons({ group, taken, orders, onChange }: { group: Group; taken: Taken; orders: boolean; onChange: (taken: Taken) => void }) {
  const { name, min, max, addons } = group
  const [all, setAll] = useState(min > 0 || addons.length <= SHOWN + 1)
  const shown = all ? addons : addons.filter((a, i) => i < SHOWN || (taken[a.name] ?? 0) > 0)
  const chosen = sum(taken)
  const full = max > 0 && chosen >= max
  const single = min === 1 && max === 1
  const bounds =
    min > 0
      ? `Choose ${max === min ? min : max > 0 ? `${min} to ${max}` : `at least ${min}`}`
      : max > 0
        ? `Optional, up to ${max}`
        : 'Optional'
  return (
    <fieldset className="group" data-group={name}>
      <Head title={name} required={min > 0} note={bounds} chosen={min > 0 && chosen >= min ? plural(chosen, 'chosen', 'chosen') : null} />
      {shown.map((addon) => {
        const n = taken[addon.name] ?? 0
        return (
          <div key={addon.name} className="flex items-center">
            <label className="option grow">
              <input
                type={single ? 'radio' : 'checkbox'}
                name={name}
                checked={n > 0}
                disabled={!orders || (full && n === 0 && max !== 1)}
                onChange={(event) => {
                  const on = event.target.checked ? 1 : 0
                  onChange(max === 1 ? { [addon.name]: on } : { ...taken, [addon.name]: on })
                }}
              />
              <span className="grow">{addon.name}</span>
              <span className="num">{addon.price > 0 ? `+ ${formatRupees(addon.price)}` : ''}</span>
            </label>
            {n > 0 && max !== 1 && (
              <Quantity
                label={addon.name}
                value={n}
                least={0}
                most={full ? n : 99}
                onChange={(next) => onChange({ ...taken, [addon.name]: next })}
              />
            )}
          </div>
        )
      })}
      {shown.length < addons.length && (
        <button type="button" className="link ml-4 min-h-11" onClick={() => setAll(true)}>
          Show {addons.length - shown.length} more
        </button>
      )}
    </fieldset>
  )
}

function Quantity({
  label,
  value,
  least,
  most,
  onChange,
}: {
  label: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
}) {
  return (
    <div className="quantity" role="group" aria-label={`Quantity of ${label}`}>
      <button type="button" aria-label="One less" disabled={value <= least} onClick={() => onChange(value - 1)}>
        <Icon name="minus" />
      </button>
      <output className="num">{value}</output>
      <button type="button" aria-label="One more" disabled={value >= most} onClick={() => onChange(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
