import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { whyGstinStays } from '#domain/paid.ts'
import { keepTyping } from '#web/core/typed.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import CustomerSheet, { type Customer } from './CustomerSheet.tsx'

const NOBODY: Customer = { customer_name: '', mobile_number: '', customerGstin: '', deliveryAddress: '', additionalNote: '', guests: null }

/** The sheet at an outlet with this GST number. */
async function open(gstNumber: string, value: Partial<Customer> = {}, gstinStays: string | null = null) {
  serve(({ path }) =>
    path === '/v1/restaurant/profile' ? { status: 200, body: { restaurant: { gstNumber } } } : refusal(404, 'not_found', 'Not found.'),
  )
  await signIn({ role: 'cashier' })
  const save = vi.fn()
  const view = mount(
    <CustomerSheet
      title="Table 7"
      about={{ orderId: 'o7' }}
      value={{ ...NOBODY, ...value }}
      orderType="Dine In"
      gstinStays={gstinStays}
      onSave={save}
      onClose={() => undefined}
    />,
  )
  return { ...view, save }
}

it('says beside the field when a number has too few digits or too many, and takes it all the same', async () => {
  const { user, save } = await open('')
  const field = await screen.findByRole('textbox', { name: /^Mobile/ })
  const isWarned = () =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent?.startsWith('Not a whole number')
  const warned: [string, boolean | undefined][] = []
  for (const number of ['98486 5169', '98486 51690', '+91 98486 51690', '+65 9123 4567', '984865169012']) {
    await user.clear(field)
    await user.type(field, number)
    warned.push([number, isWarned()])
  }
  expect(warned.map(([, is]) => is ?? false)).toEqual([true, false, false, false, true])
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save).toHaveBeenCalledWith({ mobile_number: '984865169012' }))
})

it('takes the GST number of a company, in capitals; a typing error is shown beside the field', async () => {
  const { user, save } = await open('36AAKCS1234L1Z6')
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Infosys Limited')
  const field = await screen.findByRole('textbox', { name: /^GSTIN for the bill/ })
  await user.type(field, '29aabci1681g1zj')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('This is not a GST number: check its 15 characters.')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '29aabci1681g1zk')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]![0]).toMatchObject({ customer_name: 'Infosys Limited', customerGstin: '29AABCI1681G1ZK' })
})

it('an outlet without a GST number gives no tax invoice, so no GST number is asked for; one that is there can be removed', async () => {
  await open('')
  await screen.findByRole('textbox', { name: /^Mobile/ })
  expect(screen.queryByRole('textbox', { name: /^GSTIN/ })).toBeNull()
  await open('', { customerGstin: '29AABCI1681G1ZK' })
  expect(await screen.findByRole('textbox', { name: /^GSTIN/ })).toHaveProperty('value', '29AABCI1681G1ZK')
})

it('the GST number of a paid bill and the name beside it can be read and not changed, with the reason; the rest can', async () => {
  const why = whyGstinStays({ billNumber: 1, paymentStatus: 'paid' })!
  const { user, save } = await open('36AAKCS1234L1Z6', { customer_name: 'Infosys Ltd', customerGstin: '29AABCI1681G1ZK' }, why)
  const field = await screen.findByRole('textbox', { name: /^GSTIN for the bill/ })
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
  await user.type(field, 'X')
  expect(field).toHaveProperty('value', '29AABCI1681G1ZK')
  const name = screen.getByRole('textbox', { name: /^Name/ })
  await user.type(name, 'X')
  expect(name).toHaveProperty('value', 'Infosys Ltd')
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '98480 22110')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]![0]).toEqual({ mobile_number: '98480 22110' })
  expect(whyGstinStays({ billNumber: 1, paymentStatus: 'unpaid' })).toBeNull()
})

it('a name and a GST number that were typed before another till took the money are put back, and the rest can be saved', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const save = vi.fn()
  const value = { ...NOBODY, customer_name: 'Infosys Ltd', customerGstin: '29AABCI1681G1ZK' }
  let pay = () => {}
  function Sheet() {
    const [paymentStatus, setPaid] = useState<'unpaid' | 'partial'>('unpaid')
    pay = () => setPaid('partial')
    const stays = whyGstinStays({ billNumber: 1, paymentStatus })
    return (
      <CustomerSheet
        title="Table 7"
        about={{ orderId: 'o7' }}
        value={value}
        orderType="Dine In"
        gstinStays={stays}
        onSave={save}
        onClose={() => undefined}
      />
    )
  }
  const { user } = mount(<Sheet />)
  const [name, gstin] = [screen.getByRole('textbox', { name: /^Name/ }), screen.getByRole('textbox', { name: /^GSTIN/ })]
  await user.type(name, ' and sons')
  await user.clear(gstin)
  await user.type(gstin, '36AAKCS1234L1Z6')
  await user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Birthday')
  act(() => pay())
  await waitFor(() => expect(name).toHaveProperty('value', 'Infosys Ltd'))
  expect(gstin).toHaveProperty('value', '29AABCI1681G1ZK')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save.mock.calls).toEqual([[{ additionalNote: 'Birthday' }]]))
})

it('only what was changed is saved, so that what another device has typed since stays', async () => {
  const before = { customer_name: 'Asha', customerGstin: '29AABCI1681G1ZK', additionalNote: 'window', guests: 4 }
  const { user, save } = await open('36AAKCS1234L1Z6', before)
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '98480 22110')
  await user.click(screen.getByRole('button', { name: 'Fewer Guests' }))
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save.mock.calls).toEqual([[{ mobile_number: '98480 22110', guests: 3 }]]))
})

/** The sheet of a delivery of Asha, whose last address is this order's. */
async function openDelivery() {
  const guest = (name: string, mobile_number: string, lastAddress: string) => ({
    _id: name,
    name,
    mobile_number,
    lastAddress,
    visits: 3,
    note: '',
  })
  serve(({ path }) => {
    if (!path.includes('/customers')) return refusal(404, 'not_found', 'Not found.')
    const number = new URLSearchParams(path.split('?')[1]).get('mobile_number')
    const customers = [guest('Asha', '9848022110', '7, Church Street'), guest('Ravi', '9848022111', '8, Church Street')]
    return { status: 200, body: { customers: customers.filter((c) => c.mobile_number === number) } }
  })
  await signIn({ role: 'cashier' })
  const value = { ...NOBODY, customer_name: 'Asha', mobile_number: '9848022110', deliveryAddress: '7, Church Street' }
  const save = vi.fn()
  const { user } = mount(
    <CustomerSheet
      title="Delivery 8"
      about={{ orderId: 'o8' }}
      value={value}
      orderType="Delivery"
      onSave={save}
      onClose={() => undefined}
    />,
  )
  await screen.findByText('Asha, 3 visits')
  return { user, save }
}

it('a name and an address that were filled in before they were saved follow another number', async () => {
  const { user, save } = await openDelivery()
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '{Backspace}1')
  await screen.findByText('Ravi, 3 visits')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() =>
    expect(save.mock.calls).toEqual([[{ mobile_number: '9848022111', customer_name: 'Ravi', deliveryAddress: '8, Church Street' }]]),
  )
})

it('a number that nobody knows empties neither the name nor the address that the order has, also after another one’s', async () => {
  const { user, save } = await openDelivery()
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '{Backspace}1')
  await screen.findByText('Ravi, 3 visits')
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '{Backspace}9')
  expect(screen.getByRole('textbox', { name: /^Delivery address/ })).toHaveProperty('value', '7, Church Street')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save.mock.calls).toEqual([[{ mobile_number: '9848022119' }]]))
})

it('what was typed for an order that another device settles meanwhile is not saved for the next guests', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const save = vi.fn()
  let settled = () => {}
  function Sheet() {
    const [orderId, setOrderId] = useState<string | null>('o7')
    settled = () => setOrderId(null)
    const about = { orderId, draftKey: 'table:7' }
    return <CustomerSheet title="Table 7" about={about} value={NOBODY} orderType="Dine In" onSave={save} onClose={() => undefined} />
  }
  const { user } = mount(<Sheet />)
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Infosys Limited')
  act(() => settled())
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  expect(save).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Infosys Limited')
  expect((await screen.findAllByText(/^This order is no longer open here/)).length).toBeGreaterThan(0)
})

it('what was being typed when the session ended is there again for the same order only', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const sheet = (orderId: string) => (
    <CustomerSheet title="Table 7" about={{ orderId }} value={NOBODY} orderType="Dine In" onSave={vi.fn()} onClose={() => undefined} />
  )
  const first = mount(sheet('o7'))
  await first.user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Infosys Limited')
  keepTyping('me')
  first.unmount()
  const later = mount(sheet('o8'))
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', '')
  later.unmount()
  mount(sheet('o7'))
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Infosys Limited')
})

it('what comes back after an ended session is only what was typed; what another device has changed since is marked or stands', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const save = vi.fn()
  const sheet = (value: Partial<Customer>) => (
    <CustomerSheet
      title="Table 7"
      about={{ orderId: 'o7' }}
      value={{ ...NOBODY, guests: 4, ...value }}
      orderType="Dine In"
      onSave={save}
      onClose={() => undefined}
    />
  )
  const first = mount(sheet({}))
  await first.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Birthday')
  keepTyping('me')
  first.unmount()
  const { user } = mount(sheet({ customer_name: 'Asha', guests: 6, additionalNote: 'nut allergy' }))
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Asha')
  expect(screen.getByText('Changed on another device: nut allergy')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save.mock.calls).toEqual([[{ additionalNote: 'Birthday' }]]))
})

it('a booking’s name and number of guests can be changed and not emptied, because the server begins the order with them', async () => {
  serve(() => refusal(404, 'not_found', 'Not found.'))
  await signIn({ role: 'cashier' })
  const save = vi.fn()
  const seated = { customer_name: 'Meera Iyer', guests: 2 }
  const { user } = mount(
    <CustomerSheet
      title="Table 7"
      about={{ orderId: null, draftKey: 'table:7' }}
      value={{ ...NOBODY, ...seated }}
      seated={seated}
      orderType="Dine In"
      onSave={save}
      onClose={() => undefined}
    />,
  )
  const [name, fewer] = [screen.getByRole('textbox', { name: /^Name/ }), screen.getByRole('button', { name: 'Fewer Guests' })]
  for (let n = 0; n < 3; n += 1) await user.click(fewer)
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(screen.queryByText('These guests have booked: keep their name, or enter another.')).not.toBeNull())
  expect(save).not.toHaveBeenCalled()
  await user.type(name, 'Arjun')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]![0]).toMatchObject({ customer_name: 'Arjun', guests: 1 })
})
