import { ChevronDown, Eye, EyeOff, Search, X } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { Kbd } from './Kbd.tsx'

export type ControlSize = 32 | 44 | 48

/** The frame has the border and focus ring, so that icons and units are inside it. */
const frame =
  'relative flex w-full min-w-0 items-center gap-2 rounded-control border border-border bg-surface text-text transition-colors duration-(--press) ' +
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary ' +
  'has-[[aria-invalid=true]]:border-danger has-[>:is(input,select,textarea):disabled]:border-hairline has-[>:is(input,select,textarea):disabled]:bg-raised has-[>:is(input,select,textarea):disabled]:text-muted has-[>input:read-only]:bg-raised'
const heights: Record<ControlSize, string> = {
  32: 'h-8 px-2.5 text-14 pointer-coarse:h-12 pointer-coarse:px-3 pointer-coarse:text-16',
  44: 'h-11 px-3 text-16',
  48: 'h-12 px-3 text-16',
}
const bare = 'h-full min-w-0 flex-1 bg-transparent outline-none disabled:cursor-not-allowed'
const editedFrame = 'border-text! font-semibold'

interface Framed {
  size?: ControlSize
  /** Changed and not yet saved: coral */
  edited?: boolean
  /** For the frame; the input itself takes `inputClassName` */
  className?: string
}

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'>, Framed {
  start?: ReactNode
  end?: ReactNode
  /** Figures: right-aligned, tabular, with the decimal keypad */
  numeric?: boolean
  inputClassName?: string
}

export function Input({ size = 44, start, end, edited = false, numeric = false, className, inputClassName, ...given }: InputProps) {
  const props = useFieldControl(given)
  return (
    <div className={cx(frame, heights[size], edited && editedFrame, className)}>
      {start ? <span className="flex flex-none text-muted">{start}</span> : null}
      <input inputMode={numeric ? 'decimal' : undefined} {...props} className={cx(bare, numeric && 'num text-right', inputClassName)} />
      {end ? <span className="flex flex-none items-center text-muted">{end}</span> : null}
    </div>
  )
}

export function PasswordInput({
  size = 44,
  edited = false,
  className,
  inputClassName,
  autoComplete = 'current-password',
  ...given
}: Omit<InputProps, 'type' | 'start' | 'end' | 'numeric'>) {
  const props = useFieldControl(given)
  const [shown, setShown] = useState(false)
  return (
    <div className={cx(frame, heights[size], 'pr-0!', edited && editedFrame, className)}>
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
        className={cx(bare, inputClassName)}
      />
      <IconButton
        size={size === 32 ? 32 : 48}
        label={shown ? 'Hide password' : 'Show password'}
        icon={shown ? <EyeOff /> : <Eye />}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="h-full! text-muted hover:bg-transparent aria-pressed:bg-transparent aria-pressed:text-text focus-visible:-outline-offset-4"
      />
    </div>
  )
}

export interface TextareaProps extends ComponentProps<'textarea'> {
  edited?: boolean
  /** As the inputs beside it. */
  size?: ControlSize
}

export function Textarea({ edited = false, rows = 3, size = 44, className, ...given }: TextareaProps) {
  const props = useFieldControl(given)
  return (
    <div className={cx(frame, edited && editedFrame, className)}>
      <textarea
        {...props}
        rows={rows}
        className={cx(
          'field-sizing-content w-full resize-y bg-transparent outline-none disabled:cursor-not-allowed',
          size === 32
            ? 'min-h-16 px-2.5 py-1.5 text-14 pointer-coarse:px-3 pointer-coarse:py-2.5 pointer-coarse:text-16'
            : 'min-h-20 px-3 py-2.5 text-16',
        )}
      />
    </div>
  )
}

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'size'>, Framed {
  options?: readonly SelectOption[]
  /** An empty first choice that cannot be chosen again */
  placeholder?: string
  start?: ReactNode
}

export function Select({ size = 44, options, placeholder, start, edited = false, className, children, ...given }: SelectProps) {
  const props = useFieldControl(given)
  return (
    <div className={cx(frame, heights[size], 'px-0!', edited && editedFrame, className)}>
      {start ? <span className="pointer-events-none absolute left-3 flex text-muted">{start}</span> : null}
      <select {...props} className={cx(bare, 'w-full appearance-none truncate pr-9', start ? 'pl-10' : size === 32 ? 'pl-2.5' : 'pl-3')}>
        {placeholder !== undefined ? (
          <option value="" disabled>
            {placeholder}
          </option>
        ) : null}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2.5 size-4.5 text-muted" aria-hidden="true" />
    </div>
  )
}

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'onChange' | 'type'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** The key that focuses the field */
  kbd?: string
  size?: ControlSize
  className?: string
}

/** A search field. Escape clears it; if it is already empty, Escape closes its dialog or removes the focus, so that the page's shortcuts work again. */
export function SearchInput({
  label,
  value,
  onChange,
  kbd,
  size = 48,
  placeholder = label,
  className,
  onKeyDown,
  ref,
  ...props
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  return (
    <div className={cx(frame, heights[size], value ? 'pr-0!' : null, className)}>
      <Search className={cx('text-muted', size === 48 && 'size-6!')} aria-hidden="true" />
      <input
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...props}
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={kbd}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape' || event.defaultPrevented) return
          if (!value) return void (event.currentTarget.closest('[role=dialog]') ?? event.currentTarget.blur())
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
        className={cx(bare, 'appearance-none text-ellipsis')}
      />
      {value ? (
        <IconButton
          size={size === 32 ? 32 : 48}
          label="Clear search"
          icon={<X />}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="h-full! text-muted hover:bg-transparent focus-visible:-outline-offset-4"
        />
      ) : kbd ? (
        <Kbd>{kbd}</Kbd>
      ) : null}
    </div>
  )
}
