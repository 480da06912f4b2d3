import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/core/api.ts'
import { later, mount } from '#web/test/dom.tsx'
import { AutoSwitch } from './AutoSwitch.tsx'
import { ColourField, ComboboxField, DateRangeField, DateTimeField, ImageField, MoneyField, TextField } from './fields.tsx'
import { FormPage } from './shells.tsx'
import { useForm } from './useForm.ts'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })
async function type(user: ReturnType<typeof mount>['user'], label: string, text: string) {
  await user.clear(field(label))
  await user.type(field(label), text)
}
afterEach(() => void vi.restoreAllMocks())

/** cmdk needs these two, which jsdom lacks. */
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
  it('finds by typing, chooses by Enter, shows the chosen option, and returns the focus', async () => {
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

  it('searches its labels alone, not the ids behind them', async () => {
    const options = ['x1hamq', 'h2a3m4', 'sham99'].map((value, i) => ({ value, label: ['Cream', 'Mustard', 'Rice'][i] ?? '' }))
    const Materials = () => {
      const form = useForm({ defaults: { material: '' }, send: () => Promise.resolve() })
      return <ComboboxField form={form} name="material" label="Material" options={options} />
    }
    const { user } = mount(<Materials />)
    await user.click(await screen.findByRole('combobox', { name: 'Material: Choose…' }))
    await user.keyboard('ham')
    expect(await screen.findByText('No matches')).toBeTruthy()
    await user.keyboard('{Enter}{Escape}')
    expect(await screen.findByRole('combobox', { name: 'Material: Choose…' })).toBeTruthy()
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
    // The picker can't show an unfinished colour.
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

  it('is reset by Discard, and is reported as missing when it was emptied', async () => {
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

describe('money, dates and pictures', () => {
  /** The browser's upload; the test sets its progress. */
  class Xhr extends EventTarget {
    static last: Xhr
    upload = new EventTarget()
    status = 201
    responseText = JSON.stringify({ url: '/v1/media/p.png' })
    open() {}
    send(_form?: FormData) {}
    aborted = false
    abort() {
      this.aborted = true
    }
    setRequestHeader() {}
    getResponseHeader = () => null
    constructor() {
      super()
      Xhr.last = this
    }
  }

  const onSend = vi.fn((_values: unknown) => Promise.resolve(null))
  function Mixed() {
    const form = useForm({
      defaults: { price: 40 as number | null, from: '', to: '', image: null as string | null },
      send: onSend,
    })
    return (
      <FormPage form={form}>
        <MoneyField form={form} name="price" label="Price" required />
        <DateRangeField form={form} from="from" to="to" />
        <ImageField form={form} name="image" label="Photo" purpose="menu" />
      </FormPage>
    )
  }

  it('money takes commas and symbols, shows two decimals, and refuses what is no amount', async () => {
    onSend.mockClear()
    const { user } = mount(<Mixed />)
    expect(field('Price').value).toBe('40.00')
    await type(user, 'Price', '12,50')
    await user.click(save())
    expect(await screen.findByText('Enter an amount like 1,240.50.')).toBeTruthy()
    expect(field('Price').value).toBe('12,50')
    await type(user, 'Price', '₹ 1,240.5')
    await user.click(save())
    await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1))
    expect(onSend.mock.calls[0]?.[0]).toMatchObject({ price: 1240.5 })
    expect(field('Price').value).toBe('1,240.50')
  })

  it('a range does not end before it begins', async () => {
    onSend.mockClear()
    const { user } = mount(<Mixed />)
    fireEvent.change(field('From'), { target: { value: '2026-11-22' } })
    fireEvent.change(field('To'), { target: { value: '2026-11-21' } })
    await user.click(save())
    expect(await screen.findByText('Must not be before the first day.')).toBeTruthy()
    expect(onSend).not.toHaveBeenCalled()
  })

  it('an image says its limits first, refuses what breaks them, shows how much is sent, and can be removed', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr)
    const { user } = mount(<Mixed />)
    expect(screen.getByText('JPEG, PNG or WebP, at most 10 MB.')).toBeTruthy()
    // The file dialog can be told to show every file.
    await userEvent.setup({ applyAccept: false }).upload(field('Photo'), new File(['x'], 'menu.pdf', { type: 'application/pdf' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a JPEG, PNG or WebP image.')
    await user.upload(field('Photo'), new File(['x'], 'p.png', { type: 'image/png' }))
    act(() => void Xhr.last.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 4 })))
    expect(await screen.findByText('25% sent')).toBeTruthy()
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('25%')
    act(() => void Xhr.last.dispatchEvent(new Event('load')))
    const image = await screen.findByAltText('Photo, as it is now')
    expect(image.getAttribute('src')).toBe('/v1/media/p.png')
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByRole('img')).toBeNull()
  })

  describe('an image above 2 MB', () => {
    const HEAVY = 2 * 1024 * 1024 + 1
    const heavy = (name = 'thali.png') => new File([new Uint8Array(HEAVY)], name, { type: 'image/png' })
    /** A browser that draws an image of 4000 × 3000 pixels, and writes files as `written` says. */
    function browser(written: (width: number, type: string) => Blob | null) {
      vi.stubGlobal('XMLHttpRequest', Xhr)
      vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4000, height: 3000, close: () => undefined }))
      const context = { fillRect: vi.fn(), drawImage: vi.fn(), fillStyle: '' }
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as null)
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type = '') {
        done(written(this.width, type))
      })
      const sent: File[] = []
      vi.spyOn(Xhr.prototype, 'send').mockImplementation((...[form]: unknown[]) => void sent.push((form as FormData).get('file') as File))
      return sent
    }
    const blob = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type })

    it('is sent as a smaller copy, as large as 2 MB allow, and says so', async () => {
      const sent = browser((width, type) => blob(width > 1600 ? HEAVY : 1024 * 1024, type))
      const { user } = mount(<Mixed />)
      await user.upload(field('Photo'), heavy())
      expect(await screen.findByText('Made smaller: from 2.0 MB to 1.0 MB.')).toBeTruthy()
      await waitFor(() =>
        expect(sent.map(({ name, type, size }) => [name, type, size])).toEqual([['thali.webp', 'image/webp', 1024 * 1024]]),
      )
    })

    it('is sent as JPEG by a browser that writes no WebP', async () => {
      const sent = browser((_, type) => blob(10, type === 'image/webp' ? 'image/png' : type))
      const { user } = mount(<Mixed />)
      await user.upload(field('Photo'), heavy())
      await waitFor(() => expect(sent.map(({ name, type }) => [name, type])).toEqual([['thali.jpg', 'image/jpeg']]))
    })

    it.each([
      ['no copy is light enough', (type: string) => blob(HEAVY, type)],
      ['the browser can’t draw it', () => null],
    ])('is refused with the reason when %s, and nothing is sent', async (_, written) => {
      const sent = browser((_width, type) => written(type))
      const { user } = mount(<Mixed />)
      await user.upload(field('Photo'), heavy())
      expect((await screen.findByRole('alert')).textContent).toBe(
        'This image is 2.0 MB and can’t be made smaller than 2 MB. Choose another one.',
      )
      expect(sent).toEqual([])
    })
  })

  it('the image chosen last counts, and Save waits for it', async () => {
    onSend.mockClear()
    vi.stubGlobal('XMLHttpRequest', Xhr)
    const { user } = mount(<Mixed />)
    await user.upload(field('Photo'), new File(['a'], 'a.png', { type: 'image/png' }))
    const first = Xhr.last
    await user.upload(field('Photo'), new File(['bb'], 'b.png', { type: 'image/png' }))
    const second = Xhr.last
    expect([first.aborted, second.aborted]).toEqual([true, false])
    await type(user, 'Price', '50')
    expect(await screen.findAllByText('The image is still uploading')).not.toEqual([])
    await user.click(save())
    expect(onSend).not.toHaveBeenCalled()
    second.responseText = JSON.stringify({ url: '/v1/media/b.png' })
    act(() => void second.dispatchEvent(new Event('load')))
    act(() => void first.dispatchEvent(new Event('load')))
    await waitFor(() => expect(screen.queryByText('The image is still uploading')).toBeNull())
    await user.click(save())
    await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1))
    expect(onSend.mock.calls[0]?.[0]).toMatchObject({ image: '/v1/media/b.png' })
  })

  it('an image on its way counts as typed: leaving asks first, and Discard stops it', async () => {
    vi.stubGlobal('XMLHttpRequest', Xhr)
    const { user, goTo, path } = mount(<Mixed />)
    await user.upload(field('Photo'), new File(['a'], 'a.png', { type: 'image/png' }))
    await act(() => goTo('/elsewhere'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect([path(), Xhr.last.aborted]).toEqual(['/', false])
    expect(screen.queryByText('No unsaved changes')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(Xhr.last.aborted).toBe(true)
    expect(await screen.findByText('No unsaved changes')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    await act(() => goTo('/elsewhere'))
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })
})
