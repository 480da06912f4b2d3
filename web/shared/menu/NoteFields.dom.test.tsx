import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
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
  const { user } = mount(<NoteDialog title="Note" value="Jain, cut in half" onSave={onSave} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chip('Jain').getAttribute('aria-pressed')).toBe('false')
  const typedIn = field()
  await user.type(typedIn, 'hot')
  expect(field()).toBe(typedIn)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(onSave).toHaveBeenCalledWith('hot')
})
