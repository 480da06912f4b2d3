import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCommand } from '#web/core/query.ts'
import { later, mount, type Reply, refusal, serve, signIn } from '#web/test/dom.tsx'
import { mayLoseTyped } from '../leave.tsx'
import { useView } from '../list/useView.ts'
import { NumberField, TextField } from './fields.tsx'
import { FormPage, FormSheet } from './shells.tsx'
import { useCallForm, useForm } from './useForm.ts'

const TABLE = { name: 'T1', area: 'Patio', seats: 4 }
type Table = typeof TABLE

/** A form of a versioned resource, as settings will have them. */
function TableForm({ table = TABLE, version = 1, onSaved }: { table?: Table; version?: number; onSaved?: () => void }) {
  const update = useCommand('PUT /tables/update', { quiet: true })
  const form = useForm({
    defaults: { tableNumber: table.name, area: table.area, capacity: table.seats as number | null },
    version,
    newest: ({ table: t }) => {
      const now = t as { tableNumber: string; area: string; capacity: number; version: number }
      return { version: now.version, defaults: { tableNumber: now.tableNumber, area: now.area, capacity: now.capacity as number | null } }
    },
    send: ({ capacity, ...values }, seen) =>
      update.mutateAsync({ query: { id: 't1' }, body: { ...values, capacity: capacity ?? undefined, version: seen } }),
    onSaved,
  })
  return (
    <FormPage form={form}>
      <TextField form={form} name="tableNumber" label="Name" required />
      <TextField form={form} name="area" label="Area" />
      <NumberField form={form} name="capacity" label="Seats" unit="seats" min={1} />
    </FormPage>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })
async function type(user: ReturnType<typeof mount>['user'], label: string, text: string) {
  await user.clear(field(label))
  await user.type(field(label), text)
}
const invalid = (...errors: { path: string; message: string }[]): Reply =>
  refusal(422, 'validation_failed', `${errors[0]?.path}: ${errors[0]?.message}`, { errors })

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('what the server refuses', () => {
  it('is scrolled into view with its field, which has the focus', async () => {
    const shown: Element[] = []
    Object.assign(Element.prototype, {
      scrollIntoView(this: Element) {
        shown.push(this)
      },
    })
    try {
      serve(() => invalid({ path: 'capacity', message: 'Must be at most 100.' }))
      const { user } = mount(<TableForm />)
      await type(user, 'Seats', '400')
      await user.click(save())
      const error = await screen.findByText('Must be at most 100.')
      await waitFor(() => expect(shown.at(-1)?.contains(error)).toBe(true))
      expect(document.activeElement).toBe(field('Seats'))
    } finally {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    }
  })

  it('is shown beside its field, focuses the first field in error, and disappears when the field is changed', async () => {
    serve(() => invalid({ path: 'capacity', message: 'Must be at most 100.' }, { path: 'area', message: 'At most 40 characters.' }))
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Terrace')
    await user.click(save())
    await screen.findByText('At most 40 characters.')
    expect(field('Seats')).toHaveProperty('ariaInvalid', 'true')
    expect(field('Seats').getAttribute('aria-describedby')).toBeTruthy()
    expect(document.activeElement).toBe(field('Area'))
    expect(field('Area').value).toBe('Terrace')
    await user.type(field('Area'), 's')
    await waitFor(() => expect(screen.queryByText('At most 40 characters.')).toBeNull())
    expect(screen.getByText('Must be at most 100.')).toBeTruthy()
  })

  it('is shown above the form if it has no field in the form', async () => {
    serve(() => invalid({ path: 'area', message: 'Unknown area.' }, { path: 'mobile_number', message: 'Digits only.' }))
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await user.click(save())
    expect((await screen.findByRole('alert')).textContent).toBe('Mobile number: Digits only.')
    expect(screen.getByText('Unknown area.')).toBeTruthy()
  })

  it('is not needed for missing input, which is reported without a call', async () => {
    const asked = serve(() => ({ status: 200 }))
    const { user } = mount(<TableForm />)
    await user.clear(field('Name'))
    await user.click(save())
    expect(await screen.findByText('Enter the name.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Name'))
    expect(asked).toEqual([])
  })

  it('disables Save with a countdown after a rate limit', async () => {
    serve(() => refusal(429, 'rate_limited', 'Rate limit exceeded', { retryAfter: 30 }))
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await user.click(save())
    expect(await screen.findAllByText('Try again in 30 s')).not.toEqual([])
    expect(save().getAttribute('aria-disabled')).toBe('true')
    expect(field('Area').value).toBe('Roof')
  })
})

describe('Save', () => {
  it('pressed twice sends once, and counts what is not saved', async () => {
    const answer = later<{ status: number }>()
    const asked = serve(() => answer.promise)
    const { user } = mount(<TableForm />)
    expect(screen.getByText('No unsaved changes')).toBeTruthy()
    expect(save().getAttribute('aria-disabled')).toBe('true')
    await type(user, 'Area', 'Roof')
    await type(user, 'Seats', '6')
    expect(screen.getByText('2 unsaved changes')).toBeTruthy()
    await user.dblClick(save())
    await user.type(field('Area'), '{Enter}')
    await act(async () => answer.settle({ status: 200 }))
    expect(await screen.findByText('No unsaved changes')).toBeTruthy()
    expect(asked.map(({ body }) => body)).toEqual([{ tableNumber: 'T1', area: 'Roof', capacity: 6, version: 1 }])
  })

  it('after a lost answer keeps its Idempotency-Key, and gets a new one after a change', async () => {
    const asked = serve(() => 'lost')
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    for (const n of [1, 2]) {
      await user.click(save())
      await waitFor(() => expect(asked.length).toBe(n))
      await screen.findByText(/can’t be reached/)
      await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
    }
    await user.type(field('Area'), 'top')
    await user.click(save())
    await waitFor(() => expect(asked.length).toBe(3))
    const [first, again, changed] = asked.map(({ key }) => key)
    expect(first).toBeTruthy()
    expect(again).toBe(first)
    expect(changed).not.toBe(first)
  })

  it('is disabled offline, says so, and keeps the input', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { watchConnection } = await import('#web/core/online.ts')
    const asked = serve(() => ({ status: 200 }))
    const { user } = mount(<TableForm />)
    watchConnection()
    await type(user, 'Area', 'Roof')
    act(() => void dispatchEvent(new Event('offline')))
    expect(await screen.findAllByText('You are offline')).not.toEqual([])
    await user.click(save())
    await user.type(field('Area'), '{Enter}')
    expect(asked).toEqual([])
    expect(field('Area').value).toBe('Roof')
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
    await user.click(save())
    await waitFor(() => expect(asked.length).toBe(1))
  })

  it('after a lost answer repeats its key also in a form that was closed and opened again', async () => {
    const asked = serve(() => 'lost')
    for (const n of [1, 2]) {
      const { user, unmount } = mount(<TableForm />)
      await type(user, 'Area', 'Roof')
      await user.click(save())
      await waitFor(() => expect(asked.length).toBe(n))
      await screen.findAllByText(/can’t be reached/)
      unmount()
    }
    expect(asked[1]?.key).toBe(asked[0]?.key)
  })
})

describe('another device', () => {
  const there = { tableNumber: 'T1', area: 'Garden', capacity: 8, version: 5 }

  it('saved first: typed values stay, other fields are updated, both are marked, and Save then works', async () => {
    let first = true
    const asked = serve(() => {
      if (!first) return { status: 200 }
      first = false
      return refusal(409, 'version_conflict', 'Changed on another device.', { table: there })
    })
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await user.click(save())
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Changed on another device/)
    expect([field('Area').value, field('Seats').value]).toEqual(['Roof', '8'])
    expect(screen.getByText('Changed on another device: Garden')).toBeTruthy()
    expect(screen.getByText('Changed on another device')).toBeTruthy()
    await user.click(save())
    await waitFor(() => expect(asked.length).toBe(2))
    expect(asked[1]?.body).toEqual({ tableNumber: 'T1', area: 'Roof', capacity: 8, version: 5 })
    expect(asked[1]?.key).not.toBe(asked[0]?.key)
    await waitFor(() => expect(screen.queryByText(/Changed on another device/)).toBeNull())
  })

  it('changed it while the form was open: untouched fields follow', async () => {
    serve(() => ({ status: 200 }))
    function Live() {
      const [newer, setNewer] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setNewer(true)}>
            Event
          </button>
          <TableForm table={newer ? { name: 'T1', area: 'Garden', seats: 8 } : TABLE} version={newer ? 2 : 1} />
        </>
      )
    }
    const { user } = mount(<Live />)
    await type(user, 'Area', 'Roof')
    await user.click(screen.getByText('Event'))
    expect([field('Area').value, field('Seats').value]).toEqual(['Roof', '8'])
    expect(screen.getByText('Changed on another device: Garden')).toBeTruthy()
  })
})

it('what another device changes after a save of which the event told first is marked', async () => {
  const saving = later<{ status: number }>()
  serve(() => saving.promise)
  function Live() {
    const [area, setArea] = useState('Patio')
    return (
      <>
        {['Roof', 'Garden'].map((now) => (
          <button key={now} type="button" onClick={() => setArea(now)}>
            {`Event: ${now}`}
          </button>
        ))}
        <TableForm table={{ ...TABLE, area }} />
      </>
    )
  }
  const { user } = mount(<Live />)
  await type(user, 'Area', 'Roof')
  await user.click(save())
  await user.click(screen.getByText('Event: Roof'))
  await act(async () => saving.settle({ status: 200 }))
  await waitFor(() => expect(screen.queryByText('1 unsaved change')).toBeNull())
  await user.click(screen.getByText('Event: Garden'))
  expect(field('Area').value).toBe('Garden')
  expect(screen.queryByText('Changed on another device')).not.toBeNull()
})

describe('unsaved input', () => {
  it('is asked about before the page is left', async () => {
    const { user, goTo, path } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await act(() => goTo('/elsewhere'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect(path()).toBe('/')
    expect(field('Area').value).toBe('Roof')
    await act(() => goTo('/elsewhere'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })

  it('is asked about before a sign-out, too', async () => {
    const { user } = mount(<TableForm />)
    expect(await mayLoseTyped()).toBe(true)
    await type(user, 'Area', 'Roof')
    const may = mayLoseTyped()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect(await may).toBe(false)
    expect(field('Area').value).toBe('Roof')
    const again = mayLoseTyped()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    expect(await again).toBe(true)
  })

  it('is not asked about if nothing changed or everything is saved', async () => {
    serve(() => ({ status: 200 }))
    const { user, goTo } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await user.click(save())
    await screen.findByText('No unsaved changes')
    await act(() => goTo('/elsewhere'))
    expect(await screen.findByText('Elsewhere')).toBeTruthy()
  })

  it('is saved by Ctrl+S, which sends nothing where nothing was changed, and the tab asks before it closes only while something is unsaved', async () => {
    const asked = serve(() => ({ status: 200 }))
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    const { user } = mount(<TableForm />)
    expect(closing()).toBe(false)
    await user.keyboard('{Control>}s{/Control}')
    await type(user, 'Area', 'Roof')
    expect(closing()).toBe(true)
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('No unsaved changes')
    await user.keyboard('{Control>}s{/Control}')
    expect(asked.length).toBe(1)
    expect(closing()).toBe(false)
  })

  it('can be discarded on the page', async () => {
    const { user } = mount(<TableForm />)
    await type(user, 'Area', 'Roof')
    await type(user, 'Seats', '9')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect([field('Area').value, field('Seats').value]).toEqual(['Patio', '4'])
  })

  function Sheet({ onClose }: { onClose: () => void }) {
    const form = useForm({ defaults: { note: '' }, send: () => Promise.resolve(null), onSaved: onClose })
    return (
      <FormSheet form={form} title="Note" onClose={onClose}>
        <TextField form={form} name="note" label="Guest note" />
      </FormSheet>
    )
  }

  it('is asked about before a sheet closes', async () => {
    const onClose = vi.fn()
    const { user } = mount(<Sheet onClose={onClose} />)
    await user.type(field('Guest note'), 'No onion')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(field('Guest note').value).toBe('No onion')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  /** A sheet as a list opens it: the address's search keeps it open. */
  function Listed() {
    const view = useView({ sorts: [], filters: {} })
    return (
      <>
        <button type="button" onClick={() => view.open('new')}>
          Add
        </button>
        {view.row ? <Sheet onClose={view.close} /> : null}
      </>
    )
  }

  it('is asked about before Back closes a sheet that the address keeps open', async () => {
    const { user, back } = mount(<Listed />)
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.type(field('Guest note'), 'No onion')
    await act(() => back())
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect(field('Guest note').value).toBe('No onion')
    await act(() => back())
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByLabelText('Guest note')).toBeNull())
  })

  it('that was saved is not asked about when the sheet then closes itself', async () => {
    const { user } = mount(<Listed />)
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.type(field('Guest note'), 'No onion')
    await user.click(save())
    await waitFor(() => expect(screen.queryByLabelText('Guest note')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is not asked about in an untouched sheet', async () => {
    const onClose = vi.fn()
    const { user } = mount(<Sheet onClose={onClose} />)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })
})

it('a form of a call that this person may not make says why', async () => {
  function Offer() {
    const form = useCallForm({
      call: 'POST /restaurant/offers/create',
      defaults: { title: '' },
      toBody: ({ title }) => ({ title, type: 'flat' as const, value: 1, startsAt: '', endsAt: '' }),
    })
    return (
      <FormPage form={form}>
        <TextField form={form} name="title" label="Title" />
      </FormPage>
    )
  }
  mount(<Offer />)
  expect(await screen.findAllByText('Sign in first')).not.toEqual([])
})

describe('a form that sends only changes', () => {
  const SAVED = { gst: 5 as number | null, vat: 10 as number | null, name: 'Smash Yard' }
  function Settings({ saved = SAVED }: { saved?: typeof SAVED }) {
    const form = useCallForm({
      call: 'PUT /restaurant/profile',
      defaults: saved,
      toBody: ({ gst, vat, name }) => ({ establishment_name: name, name, taxPercentages: { gst: gst ?? 0, vat: vat ?? 0 } }),
      onlyChanges: ['taxPercentages', 'printSettings'],
    })
    return (
      <FormPage form={form}>
        <TextField form={form} name="name" label="Name" />
        <NumberField form={form} name="gst" label="GST" />
        <NumberField form={form} name="vat" label="VAT" />
      </FormPage>
    )
  }
  const bodies = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)

  it('sends of a named part only the keys that were changed, and leaves out a part without changes', async () => {
    signIn({ role: 'superuser' })
    const asked = serve(() => ({ status: 200 }))
    const { user } = mount(<Settings />)
    await type(user, 'VAT', '14')
    await user.click(save())
    await waitFor(() => expect(bodies(asked)).toEqual([{ establishment_name: 'Smash Yard', taxPercentages: { vat: 14 } }]))
    await screen.findByText('No unsaved changes')
    await type(user, 'Name', 'Yard')
    await user.click(save())
    await waitFor(() => expect(bodies(asked)[1]).toEqual({ establishment_name: 'Yard', name: 'Yard' }))
  })

  it('shows an error of a key of a named part beside the field of that name', async () => {
    signIn({ role: 'superuser' })
    serve(() => invalid({ path: 'taxPercentages.vat', message: 'At most 100.' }))
    const { user } = mount(<Settings />)
    await type(user, 'VAT', '140')
    await user.click(save())
    await waitFor(() => expect(field('VAT').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('At most 100.')).toBeTruthy()
    expect(field('GST').getAttribute('aria-invalid')).not.toBe('true')
  })
})
