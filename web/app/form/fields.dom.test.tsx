import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/core/api.ts'
import { later, mount } from '#web/test/dom.tsx'
import { AutoSwitch } from './AutoSwitch.tsx'
import { ColourField, ComboboxField, DateTimeField, TextField } from './fields.tsx'
import { FormPage } from './shells.tsx'
import { useForm } from './useForm.ts'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })
afterEach(() => void vi.restoreAllMocks())

/** jsdom has neither, and cmdk needs both. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView ??= () => undefined
})

const ZONES = [
  { value: 'Asia/Kolkata', label: 'India' },
  { value: 'Europe/London', label: 'United Kingdom' },
  { value: 'Asia/Dubai', label: 'Emirates' },
]
const onSend = vi.fn((_values: unknown): Promise<unknown> => Promise.resolve(null))

function Look() {
  const form = useForm({
    defaults: { zone: '', colour: '#3f2a2b', opens: '2026-11-21T14:30:00.000Z' },
    send: onSend,
    refusals: { duplicate: 'colour' },
  })
  return (
    <FormPage form={form}>
      <ComboboxField form={form} name="zone" label="Time zone" options={ZONES} required />
      <ColourField form={form} name="colour" label="Main colour" />
      <DateTimeField form={form} name="opens" label="Opens" required />
    </FormPage>
  )
}

describe('a combobox', () => {
  it('finds by typing, takes by Enter, names what is chosen, and gives the focus back', async () => {
    onSend.mockClear()
    const { user } = mount(<Look />)
    const button = await screen.findByRole('combobox', { name: 'Time zone: Choose…' })
    await user.click(button)
    await user.keyboard('king')
    await waitFor(() => expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual(['United Kingdom']))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('combobox', { name: 'Time zone: United Kingdom' })).toBe(document.activeElement)
    await user.click(save())
    await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1))
    expect(onSend.mock.calls[0]?.[0]).toMatchObject({ zone: 'Europe/London' })
  })

  it('says when nothing fits, and keeps what was chosen when it is left by Escape', async () => {
    const { user } = mount(<Look />)
    await user.click(await screen.findByRole('combobox', { name: 'Time zone: Choose…' }))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('combobox', { name: 'Time zone: India' })).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Time zone: India' }))
    await user.keyboard('atlantis')
    expect(await screen.findByText('No matches')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('combobox', { name: 'Time zone: India' })).toBeTruthy()
  })

  it('that must be chosen takes the focus when it is not', async () => {
    onSend.mockClear()
    const { user } = mount(<Look />)
    const button = await screen.findByRole('combobox', { name: 'Time zone: Choose…' })
    await user.type(field('Main colour'), '{Backspace}c')
    await user.click(save())
    expect(await screen.findByText('Enter the time zone.')).toBeTruthy()
    expect(document.activeElement).toBe(button)
    expect(onSend).not.toHaveBeenCalled()
  })
})

describe('a colour', () => {
  it('is picked or typed, and one of another shape is refused', async () => {
    const { user } = mount(<Look />)
    fireEvent.change(field('Pick the main colour'), { target: { value: '#112233' } })
    expect(field('Main colour').value).toBe('#112233')
    await user.clear(field('Main colour'))
    await user.type(field('Main colour'), '#44556')
    // The picker knows no unfinished colour.
    expect(field('Pick the main colour').value).toBe('#000000')
    await user.click(save())
    expect(await screen.findByText('Enter a colour as # and six digits, like #3f2a2b.')).toBeTruthy()
    await user.type(field('Main colour'), '6')
    expect(field('Pick the main colour').value).toBe('#445566')
    await waitFor(() => expect(screen.queryByText(/six digits/)).toBeNull())
  })
})

describe('a date and time', () => {
  it('is shown by the restaurant’s clock and held as an instant', async () => {
    onSend.mockClear()
    const { user } = mount(<Look />)
    expect(field('Opens').value).toBe('2026-11-21T20:00')
    fireEvent.change(field('Opens'), { target: { value: '2026-12-01T00:00' } })
    await user.click(await screen.findByRole('combobox'))
    await user.keyboard('{Enter}')
    await user.click(save())
    await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1))
    expect(onSend.mock.calls[0]?.[0]).toMatchObject({ opens: '2026-11-30T18:30:00.000Z' })
  })

  it('follows Discard, and an emptied one is missing', async () => {
    const { user } = mount(<Look />)
    fireEvent.change(field('Opens'), { target: { value: '' } })
    await user.click(save())
    expect(await screen.findByText('Enter the opens.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Opens').value).toBe('2026-11-21T20:00')
  })
})

it('a refusal without a field is shown beside the field that the form names for it', async () => {
  function Coded() {
    const form = useForm({ defaults: { code: '', title: 'Lunch' }, send: onSend, refusals: { duplicate: 'code' } })
    return (
      <FormPage form={form}>
        <TextField form={form} name="title" label="Title" />
        <TextField form={form} name="code" label="Code" />
      </FormPage>
    )
  }
  const { user } = mount(<Coded />)
  await user.type(field('Code'), 'ONCE')
  onSend.mockRejectedValueOnce(new ApiError('Another offer has this code.', { status: 409, code: 'duplicate' }))
  await user.click(save())
  await waitFor(() => expect(document.activeElement).toBe(field('Code')))
  expect(field('Code')).toHaveProperty('ariaInvalid', 'true')
  expect(screen.getAllByText('Another offer has this code.').length).toBe(1)
  onSend.mockRejectedValueOnce(new ApiError('Busy', { status: 409, code: 'busy' }))
  await user.type(field('Code'), '2')
  await user.click(save())
  expect((await screen.findByRole('alert')).textContent).toBe('Busy')
})

describe('a switch that is saved at once', () => {
  function Happy({ send }: { send: (on: boolean) => Promise<unknown> }) {
    const [on, setOn] = useState(false)
    return (
      <AutoSwitch
        label="Happy hour"
        // A call that a visitor may make: who may is tested with the forms.
        call="POST /auth/restaurant/login"
        checked={on}
        save={(to) => send(to).then(() => setOn(to))}
        saved={(to) => `Happy hour is ${to ? 'on' : 'off'}`}
      />
    )
  }
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Happy hour' })
  const isOn = () => toggle().checked

  it('shows the new state at once, and Undo saves the old one', async () => {
    const answer = later<null>()
    const send = vi.fn((_on: boolean): Promise<unknown> => answer.promise)
    const { user } = mount(<Happy send={send} />)
    await user.click(toggle())
    expect(isOn()).toBe(true)
    expect(screen.queryByText('Happy hour is on')).toBeNull()
    await act(async () => answer.settle(null))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(send.mock.calls).toEqual([[true], [false]]))
    await waitFor(() => expect(isOn()).toBe(false))
  })

  it('goes back when it can’t be saved, and says why', async () => {
    const answer = later<never>()
    const { user } = mount(<Happy send={() => answer.promise.then(() => Promise.reject(new ApiError('Not today', { status: 500 })))} />)
    await user.click(toggle())
    expect(isOn()).toBe(true)
    await act(async () => answer.settle(undefined as never))
    expect(await screen.findByText('Not today')).toBeTruthy()
    expect(isOn()).toBe(false)
    expect(screen.queryByText('Happy hour is on')).toBeNull()
  })

  it('pressed again while it is being saved ends as pressed last, one call at a time', async () => {
    const first = later<null>()
    const send = vi.fn((on: boolean): Promise<unknown> => (on ? first.promise : Promise.resolve(null)))
    const { user } = mount(<Happy send={send} />)
    await user.click(toggle())
    expect(isOn()).toBe(true)
    await user.click(toggle())
    expect(isOn()).toBe(false)
    expect(send.mock.calls).toEqual([[true]])
    await act(async () => first.settle(null))
    await waitFor(() => expect(send.mock.calls).toEqual([[true], [false]]))
    expect(await screen.findByText('Happy hour is off')).toBeTruthy()
    expect(isOn()).toBe(false)
  })

  it('can’t be pressed by somebody who may not make its call', async () => {
    mount(<AutoSwitch label="Offer" call="PUT /restaurant/offers/:id" checked={false} save={() => Promise.resolve()} saved={String} />)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
    expect(screen.getByText('Sign in first')).toBeTruthy()
  })
})
