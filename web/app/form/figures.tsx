import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isPercent } from '#domain/money.ts'
import { Input } from '#web/ui/Input.tsx'
import { BoundField, type FieldProps } from './Bound.tsx'
import { amountText, numberText, parseAmount, parseNumber } from './parse.ts'

/**
 * Figures are typed as text and held as numbers: null for an empty field, NaN for a text that is no number. An unfinished "12." is neither lost nor read as 12.
 */
type Figure = number | null

function FigureInput({
  value,
  onChange,
  parse,
  format,
  ...input
}: Omit<React.ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: Figure
  onChange: (value: Figure) => void
  parse: (text: string) => Figure
  format: (value: Figure) => string
}) {
  const [text, setText] = useState(() => format(value))
  // Set from elsewhere: discarded, or changed on another device.
  if (!Object.is(parse(text), value)) setText(format(value))
  return (
    <Input
      {...input}
      numeric
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(parse(event.target.value))
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setText(format(value))
        input.onBlur?.(event)
      }}
    />
  )
}

type FigureFieldProps<V extends FieldValues> = FieldProps<V, Figure> &
  Pick<React.ComponentProps<typeof FigureInput>, 'parse' | 'format' | 'start' | 'end' | 'inputMode'> & {
    check: (value: Figure) => string | undefined
    show: (value: Figure) => string
  }

function FigureField<V extends FieldValues>({ parse, format, start, end, inputMode, ...props }: FigureFieldProps<V>) {
  const look = { parse, format, start, end, ...(inputMode ? { inputMode } : null) }
  return (
    <BoundField {...props}>
      {({ field: { value, onChange, ...field }, size, edited }) => (
        <FigureInput {...look} {...field} size={size} edited={edited} value={value as Figure} onChange={onChange} />
      )}
    </BoundField>
  )
}

/** Rupees. Accepts "1,240.50", "₹ 1240.5" and "Rs. 1,240". */
export function MoneyField<V extends FieldValues>({ max, ...props }: FieldProps<V, Figure> & { max?: number }) {
  return (
    <FigureField
      {...props}
      check={(value) => {
        if (value === null) return undefined
        if (Number.isNaN(value)) return 'Enter an amount like 1,240.50.'
        return max !== undefined && value > max ? `Must be at most ${amountText(max)}.` : undefined
      }}
      show={(value) => `Rs. ${amountText(value)}`}
      start="Rs."
      parse={parseAmount}
      format={amountText}
    />
  )
}

/** 0 to 100, at most three decimals. */
export function PercentField<V extends FieldValues>(props: FieldProps<V, Figure>) {
  return (
    <FigureField
      {...props}
      check={(value) => {
        if (value === null || (value >= 0 && value <= 100 && isPercent(value))) return undefined
        return value > 100 ? 'At most 100 percent.' : 'Enter a percentage like 12.5.'
      }}
      show={(value) => `${numberText(value)}%`}
      end="%"
      parse={parseNumber}
      format={numberText}
    />
  )
}

/** A number with its unit: minutes, kg, seats. Whole unless `decimals` says how many places it may have. */
export function NumberField<V extends FieldValues>({
  unit,
  min = 0,
  max = 1_000_000,
  decimals = 0,
  ...props
}: FieldProps<V, Figure> & { unit?: string; min?: number; max?: number; decimals?: number }) {
  const places = (value: number) => (String(value).split('.')[1] ?? '').length
  return (
    <FigureField
      {...props}
      check={(value) => {
        if (value === null) return undefined
        if (Number.isNaN(value) || places(value) > decimals) return decimals > 0 ? 'Enter a number.' : 'Enter a whole number.'
        if (value < min) return `Must be at least ${min}.`
        return value > max ? `Must be at most ${max}.` : undefined
      }}
      show={(value) => `${numberText(value)}${unit ? ` ${unit}` : ''}`}
      end={unit}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      parse={parseNumber}
      format={numberText}
    />
  )
}
