import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/core/api.ts'
import { mount } from '#web/test/dom.tsx'
import { MoneyField, TextField } from './fields.tsx'
import { RowsField } from './RowsField.tsx'
import { FormPage } from './shells.tsx'
import { useForm } from './useForm.ts'

type Variant = { name: string; price: number | null }
const HALF: Variant = { name: 'Half', price: 120 }
const FULL: Variant = { name: 'Full', price: 220 }
const PARTY: Variant = { name: 'Party', price: 640 }

const send = vi.fn((_values: { title: string; variants: Variant[] }): Promise<unknown> => Promise.resolve(null))
beforeEach(() => void send.mockReset().mockResolvedValue(null))
afterEach(() => void vi.restoreAllMocks())

type DishProps = { variants?: Variant[]; min?: number; max?: number; show?: (row: Variant) => string }

function Dish({ variants = [HALF, FULL, PARTY], min, max, show }: DishProps) {
  const form = useForm({ defaults: { title: 'Dal', variants }, send })
  return (
    <FormPage form={form}>
      <TextField form={form} name="title" label="Dish" />
      <RowsField
        form={form}
        name="variants"
        label="Variants"
        noun={{ one: 'variant', many: 'variants' }}
        blank={{ name: '', price: null }}
        min={min}
        max={max}
        ordered
        show={show}
      >
        {(row) => (
          <>
            <TextField form={form} name={row.at('name')} label="Name" required />
            <MoneyField form={form} name={row.at('price')} label="Price" />
          </>
        )}
      </RowsField>
    </FormPage>
  )
}

const rows = () => screen.queryAllByRole('group', { name: /^Variant \d+$/ })
const row = (n: number) => within(screen.getByRole('group', { name: `Variant ${n}` }))
const nameIn = (n: number) => row(n).getByLabelText<HTMLInputElement>('Name')
const priceIn = (n: number) => row(n).getByLabelText<HTMLInputElement>('Price')
const names = () => rows().map((_, i) => nameIn(i + 1).value)
const button = (name: string) => screen.getByRole('button', { name })
const saved = () => send.mock.lastCall?.[0].variants
const invalid = (...errors: { path: string; message: string }[]) => new ApiError('Invalid', { status: 422, errors })

describe('by keyboard, rows', () => {
  it('are added at the end, where the first field takes the focus', async () => {
    const { user } = mount(<Dish />)
    button('Add variant').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(nameIn(4)))
    await user.keyboard('Jumbo{Tab}900')
    await user.click(button('Save'))
    await waitFor(() => expect(saved()).toEqual([HALF, FULL, PARTY, { name: 'Jumbo', price: 900 }]))
  })

  it('are moved, and the button keeps the focus', async () => {
    const { user } = mount(<Dish />)
    await user.type(nameIn(3), ' pack')
    button('Move variant 3 up').focus()
    await user.keyboard('{Enter}')
    expect(names()).toEqual(['Half', 'Party pack', 'Full'])
    expect(document.activeElement).toBe(button('Move variant 2 up'))
    expect(screen.getByText('Now variant 2 of 3')).toBeTruthy()
    await user.keyboard('{Enter}')
    await user.keyboard('{Enter}')
    expect(names()).toEqual(['Party pack', 'Half', 'Full'])
    await user.click(button('Save'))
    await waitFor(() => expect(saved()).toEqual([{ ...PARTY, name: 'Party pack' }, HALF, FULL]))
  })

  it('are removed, the focus goes to the next, and Undo brings one back with what was typed', async () => {
    const { user } = mount(<Dish />)
    await user.type(nameIn(2), ' plate')
    button('Remove variant 2').focus()
    await user.keyboard('{Enter}')
    expect(names()).toEqual(['Half', 'Party'])
    expect(document.activeElement).toBe(button('Remove variant 2'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(names()).toEqual(['Half', 'Full plate', 'Party'])
    expect(priceIn(2).value).toBe('220.00')
  })

  it('can all be removed, and the focus is then at Add', async () => {
    const { user } = mount(<Dish variants={[HALF]} />)
    await user.click(button('Remove variant 1'))
    expect(rows()).toEqual([])
    expect(document.activeElement).toBe(button('Add variant'))
    await user.click(button('Save'))
    await waitFor(() => expect(saved()).toEqual([]))
  })
})

describe('by their handles, rows', () => {
  /** Rows of 40 px, one below the other, as they stand at the moment. */
  const inPlaces = () =>
    vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
      const top = [...(this.parentElement?.children ?? [])].indexOf(this) * 40
      return new DOMRect(0, top, 300, 40)
    })
  const handle = (n: number) => rows()[n - 1]?.querySelector('[data-handle]') as HTMLElement
  const drag = (clientY: number) => fireEvent.pointerMove(window, { pointerId: 1, clientY })

  it('are dragged to their place, and what was typed goes with them', async () => {
    inPlaces()
    const { user } = mount(<Dish />)
    await user.type(nameIn(1), ' plate')
    fireEvent.pointerDown(handle(1), { button: 0, pointerId: 1, clientY: 20 })
    drag(59)
    expect(names()).toEqual(['Half plate', 'Full', 'Party'])
    drag(61)
    expect(names()).toEqual(['Full', 'Half plate', 'Party'])
    drag(101)
    expect(names()).toEqual(['Full', 'Party', 'Half plate'])
    expect(screen.getByText('Now variant 3 of 3')).toBeTruthy()
    drag(0)
    drag(0)
    expect(names()).toEqual(['Half plate', 'Full', 'Party'])
    fireEvent.pointerUp(window, { pointerId: 1 })
    drag(119)
    expect(names()).toEqual(['Half plate', 'Full', 'Party'])
  })

  it('follow only the pointer that holds them, and only its main button', () => {
    inPlaces()
    mount(<Dish />)
    fireEvent.pointerDown(handle(1), { button: 2, pointerId: 1, clientY: 20 })
    drag(100)
    fireEvent.pointerDown(handle(1), { button: 0, pointerId: 7, clientY: 20 })
    drag(100)
    expect(names()).toEqual(['Half', 'Full', 'Party'])
    fireEvent.pointerCancel(window, { pointerId: 7 })
  })
})

describe('how many rows there are', () => {
  it('is at least and at most what the list needs, and the buttons say so', async () => {
    const { user } = mount(<Dish variants={[HALF]} min={1} max={2} />)
    await user.click(button('Remove variant 1'))
    expect(names()).toEqual(['Half'])
    expect(button('Remove variant 1').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Add variant'))
    await user.click(button('Add variant'))
    expect(rows().length).toBe(2)
  })

  it('is checked before the form is sent, and again when a row is added', async () => {
    const { user } = mount(<Dish variants={[]} min={1} />)
    await user.type(screen.getByLabelText('Dish'), ' fry')
    await user.click(button('Save'))
    expect(await screen.findByText('Add at least 1 variant.')).toBeTruthy()
    expect(send).not.toHaveBeenCalled()
    await user.click(button('Add variant'))
    await waitFor(() => expect(screen.queryByText('Add at least 1 variant.')).toBeNull())
  })
})

describe('an error of the server', () => {
  it('is shown beside the field of its row, takes the focus there, and moves with the row', async () => {
    send.mockRejectedValueOnce(invalid({ path: 'variants.1.price', message: 'Too much.' }))
    const { user } = mount(<Dish />)
    await user.type(priceIn(2), '{Backspace}5')
    await user.click(button('Save'))
    expect(await row(2).findByText('Too much.')).toBeTruthy()
    expect(document.activeElement).toBe(priceIn(2))
    await user.click(button('Move variant 2 down'))
    expect(row(3).getByText('Too much.')).toBeTruthy()
    await user.click(button('Remove variant 1'))
    expect(row(2).getByText('Too much.')).toBeTruthy()
    expect(names()).toEqual(['Party', 'Full'])
    await user.clear(priceIn(2))
    await waitFor(() => expect(screen.queryByText('Too much.')).toBeNull())
  })

  it('of the whole list is shown below it together with those of its rows, and doesn’t stop the next Save', async () => {
    send.mockRejectedValueOnce(
      invalid({ path: 'variants', message: 'Two have the same name.' }, { path: 'variants.2', message: 'Not this one.' }),
    )
    const { user } = mount(<Dish />)
    await user.type(nameIn(1), 's')
    await user.click(button('Save'))
    expect(await screen.findByText('Two have the same name.')).toBeTruthy()
    expect(row(3).getByText('Not this one.')).toBeTruthy()
    await user.click(button('Remove variant 1'))
    expect(row(2).getByText('Not this one.')).toBeTruthy()
    await user.click(button('Save'))
    await waitFor(() => expect(saved()).toEqual([FULL, PARTY]))
    expect(screen.queryByText('Two have the same name.')).toBeNull()
  })

  it('about a row that was removed is shown above the form, not lost', async () => {
    const { user } = mount(<Dish />)
    await user.click(button('Remove variant 3'))
    send.mockRejectedValueOnce(invalid({ path: 'variants.2.price', message: 'Too much.' }))
    await user.click(button('Save'))
    expect(await screen.findByText('Too much.')).toBeTruthy()
  })
})

/** The dish, and a button for the next change by another device. */
function Changing({ show }: Pick<DishProps, 'show'>) {
  const [n, setN] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setN(n + 1)}>
        Event
      </button>
      <Dish variants={[[HALF, FULL], [FULL], [PARTY]][n]} show={show} />
    </>
  )
}

describe('the saved rows', () => {
  it('Discard brings back all rows as they were saved', async () => {
    const { user } = mount(<Dish />)
    await user.click(button('Remove variant 1'))
    await user.type(nameIn(1), '!')
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    await user.click(button('Discard'))
    expect(names()).toEqual(['Half', 'Full', 'Party'])
    // The row is back already, so there is no Undo that would add it a second time.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('a row that was added and typed comes back by Undo', async () => {
    const { user } = mount(<Dish />)
    await user.click(button('Add variant'))
    await user.type(nameIn(4), 'Jumbo')
    await user.click(button('Remove variant 4'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(names()).toEqual(['Half', 'Full', 'Party', 'Jumbo'])
  })

  it('of two that are removed one after the other, the last comes back by Undo', async () => {
    const { user } = mount(<Dish />)
    await user.click(button('Remove variant 1'))
    await user.click(button('Remove variant 1'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(names()).toEqual(['Full', 'Party'])
  })

  it('so does one whose removal is saved already', async () => {
    const { user } = mount(<Dish />)
    await user.click(button('Remove variant 1'))
    await user.click(button('Save'))
    await waitFor(() => expect(saved()).toEqual([FULL, PARTY]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(names()).toEqual(['Half', 'Full', 'Party'])
  })

  it('rows that were not touched follow a newer state, touched ones stay and are marked', async () => {
    const { user } = mount(<Changing />)
    await user.click(button('Event'))
    expect(names()).toEqual(['Full'])
    await user.type(nameIn(1), ' plate')
    await user.click(button('Event'))
    expect(names()).toEqual(['Full plate'])
    expect(screen.getByText('Changed on another device')).toBeTruthy()
  })

  it('another device’s rows are taken over: the focus goes to the first, a screen reader says so, and Undo adds no removed one to them', async () => {
    const { user } = mount(<Changing show={({ name }) => name} />)
    await user.click(button('Remove variant 1'))
    await screen.findByRole('button', { name: 'Undo' })
    await user.type(nameIn(1), ' plate')
    await user.click(button('Event'))
    await user.click(button('Take the other device’s variants'))
    expect(names()).toEqual(['Full'])
    expect(document.activeElement).toBe(nameIn(1))
    expect(screen.getByText('Now the other device’s variants')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })
})
