import { useEffect, useState, type ReactNode } from 'react'
import type { FieldPath, FieldPathByValue, FieldValues } from 'react-hook-form'
import { rangeProblem } from '#domain/time.ts'
import { createPart } from '#web/app/part.ts'
import { useDates } from '#web/core/dates.ts'
import { onBackOnline } from '#web/core/online.ts'
import { Checkbox, Switch } from '#web/ui/Choice.tsx'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Input, PasswordInput, Select, type SelectOption, Textarea } from '#web/ui/Input.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { BoundField, type FieldProps } from './Bound.tsx'
import type { ComboboxSearch } from './Combobox.tsx'
import { instantText, wallText } from './times.ts'

export { MoneyField, NumberField, PercentField } from './figures.tsx'
export { ImageField } from './ImageField.tsx'

// ------------------------------------------------------------ text

const EMAIL = /^[^\s@]+@[^\s@]+$/
const KINDS = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel', autoComplete: 'off' },
  code: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false },
} as const

export type TextFieldProps<V extends FieldValues> = FieldProps<V, string> & {
  kind?: keyof typeof KINDS | 'multiline' | 'password'
  maxLength?: number
  placeholder?: string
  autoComplete?: string
  autoFocus?: boolean
  rows?: number
  /** A sentence when the text has not the right shape. */
  check?: (value: string) => string | undefined
  /** Why it can't be changed, in place of the hint. It can still be read and copied. */
  disabledReason?: string | null
}

export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { kind = 'text', maxLength, placeholder, autoComplete, autoFocus, rows, check, disabledReason } = props
  const off = disabledReason ? { readOnly: true, 'aria-disabled': true } : null
  const given = { maxLength, placeholder, autoFocus, ...(autoComplete ? { autoComplete } : null), ...off }
  const shape =
    check ?? (kind === 'email' ? (text: string) => (EMAIL.test(text.trim()) ? undefined : 'This is not an email address.') : undefined)
  return (
    <BoundField {...props} hint={disabledReason ?? props.hint} check={shape} show={kind === 'password' ? undefined : (text) => text}>
      {({ field, size, edited }) => {
        const control = { ...given, ...field, value: (field.value as string | null) ?? '' }
        if (kind === 'multiline') return <Textarea {...control} rows={rows} size={size} edited={edited} />
        if (kind === 'password') return <PasswordInput {...control} size={size} />
        return <Input {...KINDS[kind]} {...control} size={size} edited={edited} />
      }}
    </BoundField>
  )
}

/** A code of six digits. `onComplete` is called with the sixth, typed or pasted. */
export function CodeField<V extends FieldValues>({ onComplete, ...props }: FieldProps<V, string> & { onComplete: () => void }) {
  return (
    <BoundField {...props} check={(code) => (code.length === 6 ? undefined : 'The code has six digits.')}>
      {({ field: { onChange, ...field } }) => (
        <CodeInput
          {...field}
          onCode={(code) => {
            onChange(code)
            if (code.length === 6) onComplete()
          }}
        />
      )}
    </BoundField>
  )
}

// ------------------------------------------------------------ choices

export function SelectField<V extends FieldValues>({
  options,
  placeholder,
  ...props
}: FieldProps<V, string> & { options: readonly SelectOption[]; placeholder?: string }) {
  return (
    <BoundField {...props} show={(value) => options.find((o) => o.value === value)?.label ?? value}>
      {({ field, size, edited }) => <Select {...field} options={options} placeholder={placeholder} size={size} edited={edited} />}
    </BoundField>
  )
}

/** One of two to five, all in view. */
export function SegmentedField<V extends FieldValues, T extends string>({
  options,
  ...props
}: FieldProps<V, T> & { options: readonly { value: T; label: string; icon?: ReactNode }[] }) {
  return (
    <BoundField {...props} group show={(value) => options.find((o) => o.value === value)?.label ?? value}>
      {({ field, size }) => (
        <Segmented
          full
          size={size === 32 ? 32 : 48}
          options={options}
          value={field.value as T}
          onChange={(value) => field.onChange(value)}
        />
      )}
    </BoundField>
  )
}

/** Several of a few. The value is the list of those chosen, in the order of `options`. */
export function ChipsField<V extends FieldValues, T extends string | number>({
  options,
  ...props
}: FieldProps<V, readonly T[]> & { options: readonly { value: T; label: string }[] }) {
  return (
    <BoundField
      {...props}
      group
      show={(value) =>
        options
          .filter((o) => value.includes(o.value))
          .map((o) => o.label)
          .join(', ')
      }
    >
      {({ field }) => {
        const chosen = field.value as readonly T[]
        const toggle = (text: string) =>
          field.onChange(options.map((o) => o.value).filter((value) => (String(value) === text) !== chosen.includes(value)))
        return (
          <FilterChips
            label={props.label}
            size={32}
            options={options.map((o) => ({ value: String(o.value), label: o.label }))}
            value={chosen.map(String)}
            onToggle={toggle}
          />
        )
      }}
    </BoundField>
  )
}

type OnOff<V extends FieldValues> = {
  form: FieldProps<V, boolean>['form']
  name: FieldPathByValue<V, boolean>
  label: string
  hint?: ReactNode
}

/** On or off, saved with the form. A setting that is saved at once is an AutoSwitch. */
export function SwitchField<V extends FieldValues>({ label, hint, ...props }: OnOff<V>) {
  return (
    <BoundField {...props} label={label} hideLabel group>
      {({ field: { value, onChange, ...field } }) => (
        <Switch {...field} label={label} description={hint} checked={Boolean(value)} onCheckedChange={onChange} />
      )}
    </BoundField>
  )
}

export function CheckboxField<V extends FieldValues>({ label, hint, ...props }: OnOff<V>) {
  return (
    <BoundField {...props} label={label} hideLabel group>
      {({ field: { value, onChange, ...field } }) => (
        <Checkbox {...field} label={label} description={hint} checked={Boolean(value)} onCheckedChange={onChange} />
      )}
    </BoundField>
  )
}

/** A small count with − and +. */
export function StepperField<V extends FieldValues>({
  min,
  max,
  size = 48,
  stepperLabel,
  ...props
}: FieldProps<V, number> & { min?: number; max?: number; size?: 32 | 48 | 56; stepperLabel?: string }) {
  return (
    <BoundField {...props} group show={String}>
      {({ field }) => (
        <Stepper
          label={stepperLabel ?? props.label}
          size={size}
          value={field.value as number}
          min={min}
          max={max}
          onChange={(value) => field.onChange(value)}
        />
      )}
    </BoundField>
  )
}

const combobox = createPart(() => import('./Combobox.tsx'))
/** One of many, found by typing. Its list is fetched with the first form that has one; if that fails, the rest of the form stays. */
export function ComboboxField<V extends FieldValues>({
  options,
  placeholder = 'Choose…',
  search,
  ...props
}: FieldProps<V, string> & {
  options: readonly SelectOption[]
  placeholder?: string
  search?: ComboboxSearch
}) {
  const ready = combobox.useReady()
  useEffect(() => {
    combobox.fetch()
    return onBackOnline(combobox.fetch)
  }, [])
  return (
    <BoundField {...props} show={(value) => options.find((o) => o.value === value)?.label ?? value}>
      {({ field, size }) =>
        ready ? (
          <combobox.Part
            ref={field.ref}
            label={props.label}
            options={options}
            placeholder={placeholder}
            size={size}
            value={field.value as string}
            onChange={(value) => field.onChange(value)}
            search={search}
          />
        ) : (
          <Skeleton className={size === 32 ? 'h-8' : 'h-11'} />
        )
      }
    </BoundField>
  )
}

// ------------------------------------------------------------ days, times, colours

type Span = { min?: string; max?: string }

/** `YYYY-MM-DD`, or '' */
export function DateField<V extends FieldValues>({ min, max, ...props }: FieldProps<V, string> & Span) {
  return (
    <BoundField {...props} show={(text) => text}>
      {({ field, size, edited }) => <Input type="date" {...field} min={min} max={max} size={size} edited={edited} />}
    </BoundField>
  )
}

/** `HH:mm`, or '' */
export function TimeField<V extends FieldValues>(props: FieldProps<V, string>) {
  return (
    <BoundField {...props} show={(text) => text}>
      {({ field, size, edited }) => <Input type="time" {...field} size={size} edited={edited} />}
    </BoundField>
  )
}

/** An instant (UTC, ISO) or '', as are `min` and `max`; picked and shown by the restaurant's clock. */
export function DateTimeField<V extends FieldValues>({ min, max, ...props }: FieldProps<V, string> & Span) {
  const dates = useDates()
  const wall = (instant: string | undefined) => wallText(instant, dates.timezone) || undefined
  return (
    <BoundField {...props} show={dates.full}>
      {({ field: { value, ...field }, size, edited }) => (
        <InstantInput
          {...field}
          timezone={dates.timezone}
          value={value as string}
          min={wall(min)}
          max={wall(max)}
          size={size}
          edited={edited}
        />
      )}
    </BoundField>
  )
}

function InstantInput({
  timezone,
  value,
  onChange,
  ...input
}: Omit<React.ComponentProps<typeof Input>, 'value' | 'onChange'> & { timezone: string; value: string; onChange: (at: string) => void }) {
  const [text, setText] = useState(() => wallText(value, timezone))
  const shown = wallText(value, timezone)
  // Set from elsewhere: discarded, or changed on another device.
  if (shown !== wallText(instantText(text, timezone), timezone)) setText(shown)
  return (
    <Input
      {...input}
      type="datetime-local"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(instantText(event.target.value, timezone))
      }}
    />
  )
}

/** Two days, the second not before the first. */
export function DateRangeField<V extends FieldValues>({
  form,
  from,
  to,
  labels = ['From', 'To'],
  required,
  className,
}: {
  form: FieldProps<V, string>['form']
  from: FieldPathByValue<V, string>
  to: FieldPathByValue<V, string>
  labels?: readonly [string, string]
  required?: boolean
  className?: string
}) {
  const begin = valueAt(form.values, from)
  return (
    <div className={cx('grid grid-cols-1 gap-3 xs:grid-cols-2', className)}>
      <DateField form={form} name={from} label={labels[0]} required={required} />
      <BoundField
        form={form}
        name={to}
        label={labels[1]}
        required={required}
        check={(end: string) => rangeProblem(begin, end) ?? undefined}
        show={(text: string) => text}
      >
        {({ field, size, edited }) => <Input type="date" {...field} min={begin || undefined} size={size} edited={edited} />}
      </BoundField>
    </div>
  )
}

const valueAt = <V extends FieldValues>(values: V, path: FieldPath<V>): string =>
  String(path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values) ?? '')

const COLOUR = /^#[0-9a-f]{6}$/i
/** `#rrggbb`: picked, or typed. */
export function ColourField<V extends FieldValues>(props: FieldProps<V, string>) {
  return (
    <BoundField
      {...props}
      check={(text) => (COLOUR.test(text) ? undefined : 'Enter a colour as # and six digits, like #3f2a2b.')}
      show={(text) => text}
    >
      {({ field, size, edited }) => (
        <Input
          {...field}
          size={size}
          edited={edited}
          maxLength={7}
          spellCheck={false}
          autoCapitalize="none"
          start={
            <input
              type="color"
              aria-label={`Pick the ${props.label.toLowerCase()}`}
              value={COLOUR.test(String(field.value)) ? String(field.value) : '#000000'}
              onChange={(event) => field.onChange(event.target.value)}
              className="size-6 cursor-pointer rounded-control border border-border bg-transparent p-0"
            />
          }
        />
      )}
    </BoundField>
  )
}
