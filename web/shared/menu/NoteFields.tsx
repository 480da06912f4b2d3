import { Check, Pencil } from 'lucide-react'
import { useState } from 'react'
import { BoundField } from '#web/app/form/Bound.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Input } from '#web/ui/Input.tsx'
import { joinNote, NOTE_LENGTH, QUICK_NOTES, splitNote } from './note.ts'

const chip =
  'inline-flex h-12 flex-none items-center gap-1.5 rounded-control border border-border bg-surface px-3 font-medium whitespace-nowrap transition-colors duration-(--press) select-none hover:bg-raised aria-pressed:border-on-warning-soft aria-pressed:bg-warning-soft aria-pressed:font-semibold aria-pressed:text-on-warning-soft [&_svg]:size-4'

/** Kitchen note: quick notes by one tap, others typed. `value` is the whole note; it is split once, so that typing "no onion rings" presses nothing. */
export function NoteFields({
  value,
  onChange,
  autoFocus = false,
}: {
  value: string
  onChange: (note: string) => void
  autoFocus?: boolean
}) {
  const [{ quick, own }, setParts] = useState(() => splitNote(value))
  const [typing, setTyping] = useState(own !== '' || autoFocus)
  const [empty] = useState(own === '')
  // The note was changed elsewhere, and not by typing here.
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== joinNote({ quick, own })) setParts(splitNote(value))
  }
  const change = (parts: { quick: string[]; own: string }) => {
    setParts(parts)
    onChange(joinNote(parts))
  }
  const toggle = (note: string) => change({ quick: quick.includes(note) ? quick.filter((q) => q !== note) : [...quick, note], own })
  return (
    <div className="grid gap-2">
      <div role="group" aria-label="Kitchen note" className="flex flex-wrap gap-2">
        {QUICK_NOTES.map((note) => (
          <button key={note} type="button" aria-pressed={quick.includes(note)} onClick={() => toggle(note)} className={chip}>
            {quick.includes(note) ? <Check aria-hidden="true" /> : null}
            {note}
          </button>
        ))}
        {typing ? null : (
          <button type="button" aria-label="Write a note" onClick={() => setTyping(true)} className={cx(chip, 'w-12 justify-center px-0!')}>
            <Pencil aria-hidden="true" />
          </button>
        )}
      </div>
      {typing ? (
        <Input
          size={48}
          aria-label="Custom note"
          placeholder="Write a note, e.g. cut in half"
          autoFocus={autoFocus || empty}
          value={own}
          maxLength={NOTE_LENGTH - 40}
          enterKeyHint="done"
          onChange={(event) => change({ quick, own: event.target.value })}
        />
      ) : null}
    </div>
  )
}

/** The note of one line, unsent or sent. If `onSave` returns a promise, the dialog waits for it and shows its failure. */
export function NoteDialog({
  title,
  value,
  keptAs,
  onSave,
  onClose,
}: {
  title: string
  value: string
  /** Names the line, for a session that ends meanwhile (`useForm`). */
  keptAs: string
  onSave: (note: string) => void | Promise<unknown>
  onClose: () => void
}) {
  const form = useForm({
    defaults: { note: value },
    send: async ({ note }) => onSave(note),
    // The note of an unsent line is kept on the device, so it can be saved offline.
    offline: 'allowed',
    keptAs,
    onSaved: onClose,
  })
  const setNote = (typed: string) => form.setValue('note', typed)
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setNote('')
    setCleared(cleared + 1)
  }
  return (
    <FormDialog
      form={form}
      title={title}
      description="Shown on the kitchen ticket"
      submitLabel="Save note"
      footerStart={
        value ? (
          <Button variant="quiet" className="mr-auto" onClick={clear}>
            Clear
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      <BoundField form={form} name="note" label="Note" hideLabel show={String}>
        {() => <NoteFields key={cleared} value={form.values.note} onChange={setNote} autoFocus />}
      </BoundField>
    </FormDialog>
  )
}
