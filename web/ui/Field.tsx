import { CircleAlert, RefreshCw } from 'lucide-react'
import { cloneElement, createContext, isValidElement, useContext, useId, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface ControlProps {
  id?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  'aria-describedby'?: string
  'aria-labelledby'?: string
  required?: boolean
}

const FieldContext = createContext<ControlProps | null>(null)

/** The props that the surrounding Field gives its control; the control's own props take precedence. */
export function useFieldControl<P extends ControlProps>(props: P): P {
  const field = useContext(FieldContext)
  if (!field) return props
  return {
    ...props,
    id: props.id ?? field.id,
    required: props.required ?? field.required,
    'aria-invalid': props['aria-invalid'] ?? field['aria-invalid'],
    'aria-describedby': [props['aria-describedby'], field['aria-describedby']].filter(Boolean).join(' ') || undefined,
  }
}

/** Same for a group (radios, segments, chips), which is named by aria-labelledby instead of a label. */
export function useFieldGroup(): Pick<ControlProps, 'aria-labelledby' | 'aria-describedby'> {
  const field = useContext(FieldContext)
  return { 'aria-labelledby': field?.['aria-labelledby'], 'aria-describedby': field?.['aria-describedby'] }
}

export interface FieldProps {
  label: ReactNode
  /** At the end of the label's line: a link, a count */
  labelEnd?: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** A notice that is not an error: what another device changed */
  notice?: ReactNode
  required?: boolean
  /** Shows "optional" beside the label */
  optional?: boolean
  /** The control is a group, not one input */
  group?: boolean
  id?: string
  className?: string
  children: ReactNode | ((control: ControlProps) => ReactNode)
}

/** Label, control, hint and error. Our inputs read their ids from the context; a native element is cloned with them; for anything else pass a function. */
export function Field({
  label,
  labelEnd,
  hideLabel = false,
  hint: advice,
  error,
  notice,
  required,
  optional = false,
  group = false,
  id: given,
  className,
  children,
}: FieldProps) {
  const own = useId()
  const id = given ?? own
  // A rule is its own error once it is broken.
  const hint = advice === error ? undefined : advice
  const describedBy =
    [error ? `${id}-error` : null, notice ? `${id}-notice` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ') || undefined
  const control: ControlProps = {
    id,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
    'aria-labelledby': group ? `${id}-label` : undefined,
  }
  const words = (
    <>
      {label}
      {optional ? <span className="font-normal text-muted"> optional</span> : null}
    </>
  )
  return (
    <div className={cx('min-w-0 scroll-mb-20', className)} data-invalid={error ? '' : undefined}>
      <div className={cx('mb-1.5 flex items-baseline justify-between gap-2 text-14', hideLabel && 'sr-only')}>
        {group ? (
          <span id={`${id}-label`} className="font-medium">
            {words}
          </span>
        ) : (
          <label htmlFor={id} className="font-medium">
            {words}
          </label>
        )}
        {labelEnd}
      </div>
      <FieldContext value={control}>{render(children, control)}</FieldContext>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {notice ? (
        <p
          id={`${id}-notice`}
          className="mt-1.5 flex items-start gap-1.5 rounded-control bg-warning-soft px-2 py-1 text-14 text-on-warning-soft [overflow-wrap:anywhere]"
        >
          <RefreshCw className="mt-0.5 size-4" aria-hidden="true" />
          {notice}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-14 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** What is wrong with a control; its `aria-describedby` names the id. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-14 font-medium text-danger">
      <CircleAlert className="mt-0.5 size-4" aria-hidden="true" />
      {children}
    </p>
  )
}

function render(children: FieldProps['children'], control: ControlProps): ReactNode {
  if (typeof children === 'function') return children(control)
  if (isValidElement(children) && (children.type === 'input' || children.type === 'select' || children.type === 'textarea')) {
    const { 'aria-labelledby': _, ...wiring } = control
    return cloneElement(children as ReactElement<ControlProps>, wiring)
  }
  return children
}
