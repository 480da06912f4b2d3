import { Check, ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { type MissingChoice, missingChoices } from '#domain/menu.ts'
import { toPaise } from '#domain/money.ts'
import { type Choice, choiceOf, type DraftLine, lineAmount, lineOf, MAX_QUANTITY, type NewDraftLine } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { DietMark } from '#web/ui/DietMark.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { Money } from '#web/app/Money.tsx'
import { countUses, oftenChosen, requiredFirst, sum, toggled } from './addons.ts'
import { NoteFields } from './NoteFields.tsx'

export interface ModifierSheetProps {
  item: MenuItemShape
  /** The line to change; without one the dish is added. */
  line?: DraftLine
  /** The initial choice. */
  initial?: Choice
  onSubmit: (line: NewDraftLine) => void
  onClose: () => void
}

/** All choices for one line: required choices first, then often chosen addons, then the others. Kitchen note and quantity stay in view below. */
export function ModifierSheet({ item, line, initial, onSubmit, onClose }: ModifierSheetProps) {
  const [choice, setChoice] = useState<Required<Choice>>(() => ({ ...blank, ...initial, ...(line ? choiceOf(line) : null) }))
  const set = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }))
  const made = lineOf(item, choice)
  const missing = missingChoices(item, made.variants, made.addonGroups)
  const amount = lineAmount(made)
  const groups = requiredFirst(item.addonGroups)
  // Read once: a chip must not move under the finger.
  const [often] = useState(() => oftenChosen(item))
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <DietMark diet={item.dietType} isAlcohol={item.isAlcohol} size={20} />
          <span className="min-w-0 [overflow-wrap:anywhere]">{item.name}</span>
        </>
      }
      headerEnd={<Money rupees={item.price} className="font-medium" />}
      bodyClassName="pb-4"
      footer={
        <div className="grid w-full gap-3">
          {/* Outside the scrolled part, so that it stays in reach below a long list of addons. */}
          <NoteFields value={choice.note} onChange={(note) => set({ note })} />
          <div className="flex gap-3">
            <Stepper
              size={56}
              label={`Quantity of ${item.name}`}
              decreaseLabel="One less"
              increaseLabel="One more"
              value={choice.quantity}
              min={1}
              max={MAX_QUANTITY}
              onChange={(quantity) => set({ quantity })}
            />
            <Button
              variant="primary"
              size={56}
              className="min-w-0 flex-1 px-2! max-[389px]:text-16!"
              disabledReason={missing[0] ? missingText(missing[0]) : null}
              onClick={() => {
                countUses(item._id, choice.addons)
                onSubmit(made)
                onClose()
              }}
            >
              {line ? 'Save' : choice.quantity > 1 ? `Add ${choice.quantity} ·` : 'Add'} <Money paise={amount} />
            </Button>
          </div>
        </div>
      }
    >
      {item.variants.length > 0 ? (
        <Group title="Variant" required="Required, choose 1" unmet={missing.some((m) => m.kind === 'variant')}>
          <RadioGroup
            label="Variant"
            value={choice.variant}
            onChange={(variant) => set({ variant })}
            options={item.variants.map((v) => ({
              value: v.name,
              label: v.name,
              end: <Money paise={toPaise(item.price) + toPaise(v.additionalPrice)} />,
            }))}
          />
        </Group>
      ) : null}
      {often.length > 0 ? (
        <Group title="Often chosen">
          <div role="group" aria-label="Often chosen" className="flex flex-wrap gap-2 px-4 pt-1">
            {often.map(({ group, addon, price }) => {
              const taken = choice.addons[group.name] ?? {}
              const on = (taken[addon] ?? 0) > 0
              const full = !on && group.max > 1 && sum(taken) >= group.max
              return (
                <button
                  key={`${group.name} ${addon}`}
                  type="button"
                  aria-pressed={on}
                  disabled={full}
                  onClick={() => set({ addons: { ...choice.addons, [group.name]: toggled(group, taken, addon) } })}
                  className="inline-flex min-h-12 items-center gap-1.5 rounded-control border border-border bg-surface px-3 py-1 text-left font-medium select-none hover:bg-raised aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-on-accent-soft off:text-muted [&_svg]:size-4"
                >
                  {on ? <Check aria-hidden="true" /> : null}
                  {addon}
                  {price ? <Money rupees={price} className="text-14 font-normal" /> : null}
                </button>
              )
            })}
          </div>
        </Group>
      ) : null}
      {groups.map((group) => (
        <AddonGroup
          key={group.name}
          group={group}
          taken={choice.addons[group.name] ?? {}}
          unmet={missing.some((m) => m.kind === 'addons' && m.name === group.name)}
          onChange={(taken) => set({ addons: { ...choice.addons, [group.name]: taken } })}
        />
      ))}
    </Sheet>
  )
}

const blank: Required<Choice> = { variant: null, addons: {}, note: '', quantity: 1 }

function missingText({ kind, name, min, max, chosen }: MissingChoice): string {
  if (kind === 'variant') return 'Choose a variant first'
  if (chosen < min) return `${name}: choose ${min - chosen}${chosen > 0 ? ' more' : ''}`
  return `${name}: at most ${max}`
}

function Group({
  title,
  required,
  note,
  unmet = false,
  children,
}: {
  title: string
  required?: string
  note?: string
  unmet?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-4">
      <h3 id={id} className="flex min-h-8 flex-wrap items-center gap-2 px-4 pb-1">
        {title}
        {required ? <StatusChip tone={unmet ? 'warning' : 'neutral'}>{required}</StatusChip> : null}
        {note ? <span className="text-14 font-normal text-muted">{note}</span> : null}
      </h3>
      {children}
    </section>
  )
}

type Addons = MenuItemShape['addonGroups'][number]
const SHOWN = 3

function AddonGroup({
  group,
  taken,
  unmet,
  onChange,
}: {
  group: Addons
  taken: Record<string, number>
  unmet: boolean
  onChange: (taken: Record<string, number>) => void
}) {
  const { name, min, max, addons } = group
  // A long optional list starts collapsed, so that the kitchen note stays in view.
  const [all, setAll] = useState(min > 0 || addons.length <= SHOWN + 1)
  const shown = all ? addons : addons.filter((a, i) => i < SHOWN || (taken[a.name] ?? 0) > 0)
  const chosen = sum(taken)
  const full = max > 0 && chosen >= max
  const set = (addon: string, n: number) => onChange({ ...taken, [addon]: Math.max(0, n) })
  const required = min > 0 ? `Required, choose ${min === max ? min : max > 0 ? `${min} to ${max}` : `at least ${min}`}` : undefined
  const note = min === 0 && max > 0 ? `up to ${max}` : undefined
  return (
    <Group title={name} required={required} note={note} unmet={unmet}>
      {min === 1 && max === 1 ? (
        <RadioGroup
          label={name}
          value={addons.find((a) => (taken[a.name] ?? 0) > 0)?.name ?? null}
          onChange={(addon) => onChange({ [addon]: 1 })}
          options={addons.map((a) => ({ value: a.name, label: a.name, end: a.price ? <Money rupees={a.price} /> : null }))}
        />
      ) : (
        <ul>
          {shown.map((addon) => {
            const n = taken[addon.name] ?? 0
            const several = n > 0 && (max === 0 || max > 1)
            return (
              <li key={addon.name} className="flex items-center gap-2 has-checked:bg-accent-soft">
                <Checkbox
                  asRow
                  className="min-w-0 flex-1"
                  label={addon.name}
                  end={addon.price ? <Money rupees={addon.price} /> : null}
                  checked={n > 0}
                  disabled={full && n === 0 && max !== 1}
                  onCheckedChange={(on) => (max === 1 ? onChange(on ? { [addon.name]: 1 } : {}) : set(addon.name, on ? 1 : 0))}
                />
                {several ? (
                  <Stepper
                    size={32}
                    label={addon.name}
                    value={n}
                    min={0}
                    max={full ? n : 99}
                    onChange={(next) => set(addon.name, next)}
                    className="mr-4"
                  />
                ) : null}
              </li>
            )
          })}
        </ul>
      )}
      {shown.length < addons.length ? (
        <Button variant="link" className="ml-9" iconEnd={<ChevronDown className="size-4" />} onClick={() => setAll(true)}>
          {plural(addons.length - shown.length, 'more addon')}
        </Button>
      ) : null}
    </Group>
  )
}
