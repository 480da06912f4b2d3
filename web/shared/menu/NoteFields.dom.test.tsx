import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { keepTyping, typedBelongsTo } from '#web/core/typed.ts'
import { mount, signIn } from '#web/test/dom.tsx'
import { NoteDialog, NoteFields } from './NoteFields.tsx'

function Fields({ onNote, value = '' }: { onNote: (note: string) => void; value?: string }) {
  const [note, setNote] = useState(value)
  onNote(note)
  return <NoteFields value={note} onChange={setNote} autoFocus />
}
const field = () => screen.getByRole('textbox', { name: 'Custom note' })
const chip = (name: string) => screen.getByRole('button', { name })

it('keeps the text exactly as typed, also when it begins with the words of a quick note', async () => {
  const onNote = vi.fn<(note: string) => void>()
  const { user } = mount(<Fields onNote={onNote} />)
  await user.type(field(), 'no onion rings, jain, less spicy please')
  expect(onNote).toHaveBeenLastCalledWith('no onion rings, jain, less spicy please')
  expect(chip('No onion').getAttribute('aria-pressed')).toBe('false')
})

it('joins the quick notes and the typed text, and repeats nothing', async () => {
  const onNote = vi.fn<(note: string) => void>()
  const { user } = mount(<Fields onNote={onNote} value="Jain, cut in half" />)
  expect(chip('Jain').getAttribute('aria-pressed')).toBe('true')
  await user.type(field(), ', no onion')
  await user.click(chip('No onion'))
  expect(onNote).toHaveBeenLastCalledWith('Jain, No onion, cut in half')
  await user.click(chip('Jain'))
  expect(onNote).toHaveBeenLastCalledWith('No onion, cut in half')
})

it('after the note was cleared, typing goes on letter by letter in the same field', async () => {
  await signIn()
  const onSave = vi.fn<(note: string) => void>()
  const { user } = mount(<NoteDialog title="Note" keptAs="note:a" value="Jain, cut in half" onSave={onSave} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chip('Jain').getAttribute('aria-pressed')).toBe('false')
  const typedIn = field()
  await user.type(typedIn, 'hot')
  expect(field()).toBe(typedIn)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(onSave).toHaveBeenCalledWith('hot')
})

it('what was typed when the session ended stands there again, for the same line, once', async () => {
  await signIn()
  const dialog = (keptAs: string) => (
    <NoteDialog title="Note" keptAs={keptAs} value="Jain" onSave={() => undefined} onClose={() => undefined} />
  )
  const first = mount(dialog('note:a'))
  await first.user.click(screen.getByRole('button', { name: 'No onion' }))
  await first.user.type(field(), 'cut in half')
  keepTyping('asha')
  first.unmount()
  typedBelongsTo('asha')
  const other = mount(dialog('note:b'))
  expect(field().getAttribute('value')).toBe('')
  other.unmount()
  const again = mount(dialog('note:a'))
  expect([field().getAttribute('value'), chip('No onion').getAttribute('aria-pressed')]).toEqual(['cut in half', 'true'])
  again.unmount()
  mount(dialog('note:a'))
  expect(field().getAttribute('value')).toBe('')
})
