import * as Slot from 'radix-ui/slot'
import {
  cloneElement,
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonVariant =
  'primary' | 'outline' | 'quiet' | 'danger' | 'success' | 'danger-quiet' | 'danger-outline' | 'success-outline' | 'link'
export type ButtonSize = 32 | 40 | 44 | 48 | 56 | 64

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  iconEnd?: ReactNode
  /** The key that does the same, as printed: 'F8', 'Ctrl P'. Under the label at size 64, at the end otherwise. */
  kbd?: string
  /** A second, small line */
  sub?: ReactNode
  loading?: boolean
  full?: boolean
  asChild?: boolean
  disabled?: boolean
  /** Why it can't be pressed now. The button stays focusable and shows the reason. */
  disabledReason?: string | null
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-primary bg-primary text-on-primary font-semibold hover:border-primary-hover hover:bg-primary-hover active:bg-primary-hover [--money-unit:currentColor]',
  success:
    'border-success bg-success text-on-success font-semibold hover:border-success-hover hover:bg-success-hover active:bg-success-hover [--money-unit:currentColor]',
  danger:
    'border-danger bg-danger text-on-danger font-semibold hover:border-danger-hover hover:bg-danger-hover active:bg-danger-hover [--money-unit:currentColor]',
  outline: 'border-border bg-surface text-text font-medium hover:bg-raised active:bg-raised',
  'success-outline': 'border-success bg-surface text-success font-semibold hover:bg-success-soft active:bg-success-soft',
  'danger-outline': 'border-danger bg-surface text-danger font-medium hover:bg-danger-soft active:bg-danger-soft',
  quiet: 'border-transparent bg-transparent text-text font-medium hover:bg-raised active:bg-raised',
  'danger-quiet': 'border-transparent bg-transparent text-danger font-medium hover:bg-danger-soft active:bg-danger-soft',
  link: 'border-transparent bg-transparent text-accent-strong font-medium hover:bg-accent-soft active:bg-accent-soft',
}
const bare = new Set<ButtonVariant>(['quiet', 'danger-quiet', 'link'])

const sizes: Record<ButtonSize, string> = {
  32: 'h-8 px-3 text-14 pointer-coarse:h-12 pointer-coarse:px-4',
  40: 'h-10 px-3.5 text-14 pointer-coarse:h-12',
  44: 'h-11 px-4 text-14',
  48: 'h-12 px-4 text-16',
  56: 'h-14 px-4 text-18',
  64: 'h-16 px-4 text-18 font-semibold',
}

const shortcut = (kbd: string) => kbd.replace(/^Ctrl\b/, 'Control').replace(/[\s+]+/g, '+')

/** A button. Use one primary (espresso) button per view; the others are outline or quiet. */
export function Button({
  variant = 'outline',
  size = 48,
  icon,
  iconEnd,
  kbd,
  sub,
  loading = false,
  full = false,
  asChild = false,
  disabled = false,
  disabledReason,
  type = 'button',
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const id = useId()
  const focus = useKeptFocus(`${id}-in`, props)
  const [told, setTold] = useState(false)
  const blocked = loading || Boolean(disabledReason)
  const below = size === 64 && kbd !== undefined && sub === undefined
  const describedBy = [props['aria-describedby'], sub ? `${id}-sub` : null, disabledReason ? `${id}-why` : null].filter(Boolean).join(' ')

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (blocked) {
      event.preventDefault()
      event.stopPropagation()
      if (disabledReason) setTold(true)
      return
    }
    onClick?.(event)
  }

  const content = (label: ReactNode) => (
    <>
      <span id={`${id}-in`} className={cx('flex min-w-0 items-center justify-center gap-2', loading && 'opacity-0')}>
        {icon}
        {sub || below ? (
          <span className="flex min-w-0 flex-col items-center gap-0.5">
            <span className="max-w-full truncate leading-6">{label}</span>
            {sub ? (
              <span id={`${id}-sub`} aria-hidden="true" className="max-w-full truncate text-12 font-medium">
                {sub}
              </span>
            ) : (
              <span aria-hidden="true" className="text-12 font-medium">
                {kbd}
              </span>
            )}
          </span>
        ) : label !== undefined && label !== null ? (
          <span className="min-w-0 truncate">{label}</span>
        ) : null}
        {iconEnd}
      </span>
      {kbd && !below ? (
        <span
          aria-hidden="true"
          className={cx('text-12 font-medium pointer-coarse:hidden', full ? 'absolute right-4' : '-mr-1', loading && 'opacity-0')}
        >
          {kbd}
        </span>
      ) : null}
      {loading ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      {disabledReason ? (
        <span id={`${id}-why`} hidden>
          {disabledReason}
        </span>
      ) : null}
    </>
  )

  const shared = {
    ...props,
    onClick: press,
    ...focus,
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || undefined,
    'aria-describedby': describedBy || undefined,
    'aria-keyshortcuts': props['aria-keyshortcuts'] ?? (kbd ? shortcut(kbd) : undefined),
    className: cx(
      'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border whitespace-nowrap no-underline select-none transition-colors duration-(--press)',
      sizes[size],
      variants[variant],
      bare.has(variant) ? 'off:bg-transparent off:text-muted off:opacity-70' : 'off:border-hairline off:bg-raised off:text-muted',
      'off:cursor-not-allowed',
      loading && 'cursor-progress',
      full && 'w-full',
      className,
    ),
  }

  const button = asChild ? (
    <Slot.Root {...shared}>{inside(children as ReactElement<{ children?: ReactNode }>, content)}</Slot.Root>
  ) : (
    <button {...shared} type={type} disabled={disabled && !disabledReason}>
      {content(children)}
    </button>
  )
  if (!disabledReason) return button
  return (
    <Tooltip text={disabledReason} open={told} onOpenChange={setTold}>
      {button}
    </Tooltip>
  )
}

/** A reason that comes or goes puts the button into a tooltip or takes it out, which makes its element anew: the new one takes over the focus. */
function useKeptFocus(contentId: string, { onFocus, onBlur }: Pick<ButtonProps, 'onFocus' | 'onBlur'>) {
  const isFocused = useRef(false)
  // Before a dialog notices that its focus is gone, and takes it.
  useLayoutEffect(() => {
    if (isFocused.current && document.activeElement === document.body)
      document.getElementById(contentId)?.closest<HTMLElement>('a, button')?.focus()
  })
  const handle = (focused: boolean, next: typeof onFocus) => (event: FocusEvent<HTMLButtonElement>) => {
    isFocused.current = focused
    next?.(event)
  }
  return { onFocus: handle(true, onFocus), onBlur: handle(false, onBlur) }
}

function inside(child: ReactElement<{ children?: ReactNode }>, content: (label: ReactNode) => ReactNode) {
  return cloneElement(child, undefined, content(child.props.children))
}
