import { Check, Minus } from 'lucide-react'
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldGroup } from './Field.tsx'

const ring = 'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary'
const row =
  'flex min-h-12 items-center gap-3 px-4 has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-on-accent-soft has-checked:[--money-unit:currentColor] has-[:focus-visible]:-outline-offset-2'

interface Words {
  label: ReactNode
  description?: ReactNode
  /** At the row's end: a price */
  end?: ReactNode
}

function Words({ label, description, end }: Words) {
  return (
    <>
      <span className="min-w-0 flex-1">
        {label}
        {description ? <span className="block text-14 font-normal text-muted">{description}</span> : null}
      </span>
      {end ? <span className="num flex-none">{end}</span> : null}
    </>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'>, Words {
  hideLabel?: boolean
  indeterminate?: boolean
  onCheckedChange?: (checked: boolean) => void
  /** A whole row of 48 that turns coral when chosen, for sheets */
  asRow?: boolean
  /** 20 for dense tables and forms, 24 for touch */
  size?: 20 | 24
}

export function Checkbox({
  label,
  description,
  end,
  hideLabel = false,
  indeterminate = false,
  onCheckedChange,
  onChange,
  asRow = false,
  size = 24,
  className,
  ref,
  ...props
}: CheckboxProps) {
  const own = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label
      className={cx(
        asRow
          ? row
          : cx(
              'relative inline-flex items-center gap-3 rounded-control',
              hideLabel ? 'justify-center p-1 align-middle' : 'min-h-8 pointer-coarse:min-h-12',
              size === 20 && 'gap-2 text-14',
            ),
        ring,
        'has-disabled:cursor-not-allowed has-disabled:text-muted',
        className,
      )}
    >
      <span className={cx('relative grid flex-none place-items-center', size === 20 ? 'size-5' : 'size-6')}>
        <input
          {...props}
          ref={(node) => {
            own.current = node
            if (typeof ref === 'function') return ref(node)
            if (ref) ref.current = node
          }}
          type="checkbox"
          onChange={(event) => {
            onChange?.(event)
            onCheckedChange?.(event.target.checked)
          }}
          aria-label={hideLabel && typeof label === 'string' ? label : undefined}
          className="peer absolute inset-0 m-0 cursor-[inherit] appearance-none rounded-control border-2 border-border bg-surface outline-none checked:border-accent-strong checked:bg-accent-strong indeterminate:border-accent-strong indeterminate:bg-accent-strong disabled:border-hairline disabled:bg-raised"
        />
        <Check
          strokeWidth={3}
          className="pointer-events-none relative hidden size-4! text-on-accent-strong peer-checked:block peer-indeterminate:hidden peer-disabled:text-muted"
          aria-hidden="true"
        />
        <Minus
          strokeWidth={3}
          className="pointer-events-none relative hidden size-4! text-on-accent-strong peer-indeterminate:block"
          aria-hidden="true"
        />
      </span>
      {hideLabel ? null : <Words label={label} description={description} end={end} />}
    </label>
  )
}

interface RadioOption<V extends string> extends Words {
  value: V
  disabled?: boolean
}

export interface RadioGroupProps<V extends string> {
  /** Names the group; inside a Field with `group` it may be left out */
  label?: string
  value: V | null | undefined
  onChange: (value: V) => void
  options: readonly RadioOption<V>[]
  name?: string
  className?: string
  rowClassName?: string
}

/** Rows of 48; the chosen one is coral. */
export function RadioGroup<V extends string>({ label, value, onChange, options, name, className, rowClassName }: RadioGroupProps<V>) {
  const own = useId()
  const field = useFieldGroup()
  return (
    <div role="radiogroup" aria-label={label} {...(label ? {} : field)} className={className}>
      {options.map((option) => (
        <label key={option.value} className={cx(row, ring, 'has-disabled:cursor-not-allowed has-disabled:text-muted', rowClassName)}>
          <input
            type="radio"
            name={name ?? own}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="m-0 size-6 flex-none cursor-[inherit] appearance-none rounded-full border-2 border-border bg-surface outline-none checked:border-accent-strong checked:bg-accent-strong checked:shadow-[inset_0_0_0_4px_var(--surface)] disabled:border-hairline disabled:bg-raised"
          />
          <Words label={option.label} description={option.description} end={option.end} />
        </label>
      ))}
    </div>
  )
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'role'>, Omit<Words, 'end'> {
  hideLabel?: boolean
  onCheckedChange?: (checked: boolean) => void
  /** 18 dense, 24 touch */
  size?: 18 | 24
  /** Puts the switch before its label instead of at the row's end */
  leading?: boolean
}

/** For a setting that applies at once, without a Save; otherwise use a checkbox. */
export function Switch({
  label,
  description,
  hideLabel = false,
  onCheckedChange,
  onChange,
  size = 18,
  leading = false,
  className,
  ...props
}: SwitchProps) {
  const small = size === 18
  return (
    <label
      className={cx(
        'relative inline-flex items-center gap-3 rounded-control has-disabled:cursor-not-allowed has-disabled:text-muted',
        ring,
        hideLabel
          ? 'min-h-8 min-w-10 justify-center'
          : cx(small ? 'min-h-8 text-14 pointer-coarse:min-h-12' : 'min-h-12', !leading && 'w-full flex-row-reverse justify-between'),
        className,
      )}
    >
      <input
        {...props}
        type="checkbox"
        role="switch"
        onChange={(event) => {
          onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
        className={cx(
          'relative m-0 flex-none cursor-[inherit] appearance-none rounded-full bg-border outline-none transition-colors duration-(--press) checked:bg-success disabled:opacity-50',
          "before:absolute before:top-0.5 before:left-0.5 before:rounded-full before:bg-surface before:transition-transform before:duration-(--press) before:content-['']",
          small ? 'h-4.5 w-8 before:size-3.5 checked:before:translate-x-3.5' : 'h-6 w-11 before:size-5 checked:before:translate-x-5',
        )}
      />
      {hideLabel ? null : <Words label={label} description={description} />}
    </label>
  )
}
