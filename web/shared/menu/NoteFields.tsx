import { Check, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Input } from '#web/ui/Input.tsx'
import { joinNote, NOTE_LENGTH, QUICK_NOTES, splitNote } from './note.ts'

const chip =
  'inline-flex h-12 flex-none items-center gap-1.5 rounded-control border border-border bg-surface px-3 font-medium whitespace-nowrap transition-colors duration-(--press) select-none hover:bg-raised aria-pressed:border-on-warning-soft aria-pressed:bg-warning-soft aria-pressed:font-semibold aria-pressed:text-on-warning-soft [&_svg]:size-4'

/** Kitchen note: quick ones by one tap, others typed. `value` is the whole note. */
export function NoteFields({
  value,
  onChange,
  autoFocus = false,
}: {
  value: string
  onChange: (note: string) => void
  autoFocus?: boolean
}) {
  const { quick, own } = splitNote(value)
  // What is being typed keeps its spaces and commas until it is joined.
  const [text, setText] = useState(own)
  const [typing, setTyping] = useState(own !== '' || autoFocus)
  const toggle = (note: string) =>
    onChange(joinNote({ quick: quick.includes(note) ? quick.filter((q) => q !== note) : [...quick, note], own: text }))
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
          aria-label="Own note"
          placeholder="Own words, e.g. cut in half"
          autoFocus={autoFocus || own === ''}
          value={text}
          maxLength={NOTE_LENGTH - 40}
          enterKeyHint="done"
          onChange={(event) => {
            setText(event.target.value)
            onChange(joinNote({ quick, own: event.target.value }))
          }}
        />
      ) : null}
    </div>
  )
}

/** The note of one line, unsent or sent. `onSave` may answer a promise: the dialog waits and shows its failure. */
export function NoteDialog({
  title,
  value,
  onSave,
  onClose,
}: {
  title: string
  value: string
  onSave: (note: string) => void | Promise<unknown>
  onClose: () => void
}) {
  const [note, setNote] = useState(value)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    try {
      await onSave(note)
      onClose()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Additional item note update failed')
      setSaving(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="sm"
      title={title}
      description="The kitchen reads it on the ticket"
      footer={
        <>
          {value ? (
            <Button variant="quiet" className="mr-auto" onClick={() => setNote('')}>
              Clear
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="note-form" loading={saving}>
            Save note
          </Button>
        </>
      }
    >
      <form
        id="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NoteFields key={note === '' ? 'empty' : 'set'} value={note} onChange={setNote} autoFocus />
        {error ? (
          <p role="alert" className="mt-3 rounded-control bg-danger-soft px-3 py-2.5 text-14 font-medium text-on-danger-soft">
            {error}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
