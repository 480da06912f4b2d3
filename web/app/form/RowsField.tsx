import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldArray, type FieldArrayPath, type FieldPath, type FieldValues, get, useFieldArray, useFormState } from 'react-hook-form'
import { MESSAGES } from '#domain/messages.ts'
import { capitalised, plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { snack } from '../feedback/snack.tsx'
import type { Noun } from '../list/parts.tsx'
import { useDragOrder } from './dragOrder.ts'
import type { Form } from './useForm.ts'

/** One row: its place from 0 on, and the names of its fields: `row.at('price')` is `variants.1.price`. */
type Row<N extends string> = { index: number; at: <K extends string>(field: K) => `${N}.${number}.${K}` }

type RowsFieldProps<V extends FieldValues, N extends FieldArrayPath<V>> = {
  form: Form<V>
  /** The list of rows among the form's values; every row is an object. */
  name: N
  label: string
  /** What a row is called: variant, variants. */
  noun: Noun
  /** The values of a row that is added. */
  blank: FieldArray<V, N>
  min?: number
  max?: number
  /** Rows can be moved up and down: by buttons, and by dragging their handles. */
  ordered?: boolean
  /** Each row is one field with a hidden label, so it takes one line where there is room. */
  short?: boolean
  /** Enter, also the one that chooses in a combobox, goes on to the next empty figure or text of its row, and from the last one to the next row, which it adds after the last row; it doesn't send the form. In a `short` list the first row shows its labels where there is room. */
  enterAdds?: boolean
  hint?: ReactNode
  /** A row in a few words: what another device has now stands so beside a list that was changed here too. */
  show?: (row: V[N][number]) => string
  /** The fields of a row, side by side where there is room. */
  children: (row: Row<N>) => ReactNode
}

/**
 * A list of rows with the same fields: variants, opening hours, taxes, a recipe's materials. Rows are added, removed with Undo, and moved by buttons or by their handles. The
 * body must hold the rows in the form's order, all of them: then the server's `variants.1.price` stands beside the price of the second row, and an error of
 * the whole list below it. In its own file, so that only pages with such a list load it.
 */
export function RowsField<V extends FieldValues, N extends FieldArrayPath<V>>(props: RowsFieldProps<V, N>) {
  const {
    form,
    name,
    label,
    noun,
    blank,
    min = 0,
    max = 50,
    ordered = false,
    short = false,
    enterAdds = false,
    hint,
    show,
    children,
  } = props
  const counted = (n: number) => plural(n, noun.one, noun.many)
  const { fields, append, insert, move, remove, replace } = useFieldArray({
    control: form.control,
    name,
    keyName: 'rowKey',
    rules: { validate: (rows) => rows.length >= min || `Add at least ${counted(min)}.` },
  })
  const { errors } = useFormState({ control: form.control, name: name as FieldPath<V> })
  const rootError = get(errors, `${name}.root`) as { message?: string } | undefined
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [news, setNews] = useState('')
  // Another name after Discard, which has brought back all rows: Undo would add the removed one once more.
  const undoId = `removed:${form.id}${name}${form.discards}`
  useEffect(() => () => snack.close(undoId), [undoId])
  const hasRoom = () => (get(form.control._formValues, name) as unknown[]).length < max

  // Moving or removing a row's element loses the focus; it is set again once the rows are shown.
  const focusNext = useRef<(() => HTMLElement | null | undefined) | null>(null)
  useEffect(() => {
    focusNext.current?.()?.focus()
    focusNext.current = null
  })
  const removeButton = (index: number) => list.current?.children[index]?.querySelector<HTMLElement>('[data-remove]')

  const titleOf = (index: number) => `${capitalised(noun.one)} ${index + 1}`
  const moveTo = (index: number, to: number, button?: HTMLElement) => {
    if (button) focusNext.current = () => button
    move(index, to)
    setNews(`Now ${noun.one} ${to + 1} of ${fields.length}`)
  }
  const { dragged, begin } = useDragOrder(list, moveTo)
  const onward = useRef<HTMLElement | null>(null)
  const goOn = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const { currentTarget: row, target } = event
    if (!enterAdds || event.key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    event.preventDefault()
    const inputs = [...row.querySelectorAll<HTMLInputElement>('input:not([type=date])')]
    const next = inputs.slice(inputs.indexOf(target) + 1).find((input) => input.value === '')
    // The search of a combobox's list stands elsewhere in the document. If it has found something, that is chosen, and the focus comes back to the combobox.
    if (!row.contains(target)) onward.current = (target.closest('[cmdk-root]')?.querySelector('[aria-selected=true]') && next) || null
    else if (next && target.type !== 'date') next.focus()
    else if (index < fields.length - 1) list.current?.children[index + 1]?.querySelector<HTMLElement>('button, input')?.focus()
    else if (hasRoom()) append(blank)
  }
  const removeAt = (index: number) => {
    const removed = get(form.values, `${name}.${index}`) as FieldArray<V, N>
    focusNext.current = () => removeButton(index) ?? removeButton(index - 1) ?? addButton.current
    remove(index)
    snack.show(`${titleOf(index)} was removed`, {
      id: undoId,
      action: { label: 'Undo', run: () => (hasRoom() ? insert(index, removed) : undefined) },
    })
  }

  // Changed on both devices: the next Save replaces theirs, so it is shown, and can be taken over.
  const changedThere = Object.hasOwn(form.theirs, name)
  const theirs = changedThere && show && form.isChanged(name) ? (form.theirs[name] as V[N][number][]) : null
  const takeOver = (rows: V[N][number][]) => {
    // The button goes away with the focus on it.
    focusNext.current = () => list.current?.querySelector<HTMLElement>('input, select, textarea, button') ?? addButton.current
    replace(rows as FieldArray<V, N>[])
    setNews(`Now the other device’s ${noun.many}`)
    // Undo would add the removed row to theirs.
    snack.close(undoId)
  }
  const other = theirs && show ? theirs.map(show).join(', ') || `no ${noun.many}` : ''

  return (
    <Field
      label={label}
      group
      hint={hint}
      error={rootError?.message}
      notice={changedThere ? `${MESSAGES.changedElsewhere}${other ? `: ${other}` : ''}` : undefined}
    >
      {(group) => (
        <div role="group" aria-labelledby={group['aria-labelledby']} aria-describedby={group['aria-describedby']} className="@container">
          <Live>{news}</Live>
          {theirs ? (
            <Button size={32} className="mb-2" onClick={() => takeOver(theirs)}>
              Take the other device’s {noun.many}
            </Button>
          ) : null}
          <ol ref={list} className="mb-2 grid divide-y divide-hairline border-y border-hairline empty:hidden">
            {fields.map(({ rowKey }, index) => (
              <li
                key={rowKey}
                className={cx(dragged === index && 'bg-raised')}
                onKeyDown={(event) => goOn(event, index)}
                onFocus={({ currentTarget, target }) => {
                  if (!currentTarget.contains(target)) return
                  onward.current?.focus()
                  onward.current = null
                }}
              >
                <div
                  role="group"
                  aria-label={titleOf(index)}
                  className={cx(
                    'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1',
                    short ? 'py-2 @max-xs:pt-1' : 'py-3 @max-md:pt-1',
                  )}
                >
                  <p aria-hidden="true" className={cx('self-center text-14 text-muted', short ? '@xs:hidden' : '@md:hidden')}>
                    {titleOf(index)}
                  </p>
                  <div
                    className={cx(
                      'grid min-w-0 gap-3',
                      short
                        ? 'self-center @max-xs:order-1 @max-xs:col-span-2'
                        : '@max-md:order-1 @max-md:col-span-2 @md:auto-cols-fr @md:grid-flow-col',
                    )}
                  >
                    {children({ index, at: (field) => `${name}.${index}.${field}` })}
                  </div>
                  <div className={cx('flex', (!short || (enterAdds && index === 0)) && '@md:mt-6.5')}>
                    {ordered ? (
                      <>
                        <span
                          aria-hidden="true"
                          data-handle=""
                          onPointerDown={begin(index)}
                          className={cx(
                            'grid size-8 touch-none place-items-center text-muted pointer-coarse:size-12',
                            dragged === index ? 'cursor-grabbing' : 'cursor-grab',
                          )}
                        >
                          <GripVertical />
                        </span>
                        <IconButton
                          size={32}
                          label={`Move ${noun.one} ${index + 1} up`}
                          icon={<ArrowUp />}
                          disabledReason={index === 0 ? 'It is the first' : null}
                          onClick={(event) => moveTo(index, index - 1, event.currentTarget)}
                        />
                        <IconButton
                          size={32}
                          label={`Move ${noun.one} ${index + 1} down`}
                          icon={<ArrowDown />}
                          disabledReason={index === fields.length - 1 ? 'It is the last' : null}
                          onClick={(event) => moveTo(index, index + 1, event.currentTarget)}
                        />
                      </>
                    ) : null}
                    <IconButton
                      size={32}
                      label={`Remove ${noun.one} ${index + 1}`}
                      icon={<Trash2 />}
                      data-remove=""
                      disabledReason={fields.length <= min ? `At least ${counted(min)} must stay` : null}
                      onClick={() => removeAt(index)}
                    />
                  </div>
                </div>
              </li>
            ))}
          </ol>
          <Button
            ref={addButton}
            size={32}
            icon={<Plus />}
            disabledReason={fields.length >= max ? `At most ${counted(max)}` : null}
            onClick={() => append(blank)}
          >
            Add {noun.one}
          </Button>
        </div>
      )}
    </Field>
  )
}
