import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chargedTaxes } from '#domain/chargedTaxes.ts'
import { queryClient } from '#web/core/query.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { keepsInput } from '#web/test/settingsPage.tsx'
import TaxPage from './TaxPage.tsx'

/** The page of a restaurant with these settings; what it saves is kept as the server would keep it. */
async function open({ gstNumber = '36AAKCS1234L1Z6', composition = false } = {}) {
  let stored = { gst: 5, vat: 10, serviceCharge: 0 }
  let taxSettings: { roundOff: boolean; composition: boolean; pricesIncludeTax?: boolean } = { roundOff: false, composition }
  const asked = serve(({ method, path, body }) => {
    if (path !== '/v1/restaurant/profile') return refusal(404, 'not_found', 'Not found.')
    if (method === 'PUT') {
      const change = body as { taxSettings?: object; taxPercentages?: object }
      taxSettings = { ...taxSettings, ...change.taxSettings }
      stored = { ...stored, ...change.taxPercentages }
    }
    return { status: 200, body: { restaurant: { gstNumber, taxSettings, taxPercentages: chargedTaxes(stored, taxSettings) } } }
  })
  await signIn({ role: 'managerialHead', name: 'Vikram Rane' })
  const view = mount(<TaxPage />)
  await screen.findByRole('region', { name: 'Heading of the bill' })
  const byOther = (rates: Partial<typeof stored>) => {
    stored = { ...stored, ...rates }
    return act(() => queryClient.invalidateQueries())
  }
  return { ...view, byOther, saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}
const card = (name: string) => screen.getByRole('region', { name: new RegExp(`^${name}`) }).textContent

it('the composition scheme removes every tax from the sample and makes it a bill of supply; switched off, the rates are back', async () => {
  const { user, saved } = await open()
  expect(card('Heading of the bill')).toContain('TAX INVOICE')
  expect(card('Food')).toContain('CGST')
  await user.click(screen.getByRole('switch', { name: /^Composition scheme/ }))
  await waitFor(() => expect(card('Heading of the bill')).toContain('BILL OF SUPPLY'))
  expect(card('Heading of the bill')).toContain('not eligible to collect tax on supplies')
  for (const sample of ['Food', 'Alcohol', 'Both']) expect(card(sample)).not.toMatch(/GST|VAT/)
  expect(screen.queryByRole('textbox', { name: /^GST/ })).toBeNull()

  // Other input doesn't bring a tax back.
  const charge = screen.getByRole('textbox', { name: /^Service charge/ })
  await user.clear(charge)
  await user.type(charge, '5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No unsaved changes')
  expect(saved()).toEqual([{ taxSettings: { composition: true } }, { taxPercentages: { serviceCharge: 5 } }])

  await user.click(screen.getByRole('switch', { name: /^Composition scheme/ }))
  await waitFor(() => expect(card('Heading of the bill')).toContain('TAX INVOICE'))
  expect(within(screen.getByRole('region', { name: /^Food/ })).getByText(/CGST/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^GST/ }) as HTMLInputElement).value).toBe('5')
})

it('prices that include the taxes are what the sample bills come to, with the tax that is in them', async () => {
  const { user, saved } = await open()
  expect(card('Food')).toContain('Rs. 105.00')
  await user.click(screen.getByRole('switch', { name: /^Prices include the taxes/ }))
  await waitFor(() => expect(card('Food')).toMatch(/Less tax in prices.*4\.76.*CGST 2\.5%Rs. 2\.38.*TotalRs\. 100\.00/))
  expect(card('Alcohol')).toMatch(/TotalRs\. 220\.00/)
  expect(saved()).toEqual([{ taxSettings: { pricesIncludeTax: true } }])
})

const gst = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^GST/ })
const CHANGED = /Changed on another device/

it('the composition scheme on and off is no other device’s change; a rate that was typed before it waits for when it is left', async () => {
  const { user, saved } = await open()
  const scheme = screen.getByRole('switch', { name: /^Composition scheme/ })
  await user.clear(gst())
  await user.type(gst(), '12')
  await user.click(scheme)
  await screen.findByText('No tax is charged under the composition scheme.')
  expect(screen.getByText(/^Under the composition scheme guests pay the prices of the menu either way/)).toBeTruthy()
  expect(screen.queryByText(/the bill says how much of them is tax/)).toBeNull()
  expect(screen.queryByText('No unsaved changes')).toBeTruthy()
  await user.click(scheme)
  await screen.findByText('1 unsaved change')
  expect(gst().value).toBe('12')
  expect(screen.queryAllByText(CHANGED)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No unsaved changes')
  expect(saved().at(-1)).toEqual({ taxPercentages: { gst: 12 } })
})

it('a page that was opened under the scheme shows the rates when it is left, and marks none', async () => {
  const { user } = await open({ composition: true })
  await user.click(screen.getByRole('switch', { name: /^Composition scheme/ }))
  await waitFor(() => expect(gst().value).toBe('5'))
  expect(screen.queryAllByText(CHANGED)).toEqual([])
  expect(screen.getByText('No unsaved changes')).toBeTruthy()
})

it('such a page marks what another device changes afterwards, also back to the rate that it learned', async () => {
  const { user, byOther } = await open({ composition: true })
  await user.click(screen.getByRole('switch', { name: /^Composition scheme/ }))
  await waitFor(() => expect(gst().value).toBe('5'))
  const type = async (rate: string) => {
    await user.clear(gst())
    await user.type(gst(), rate)
  }
  await type('12')
  await byOther({ gst: 18 })
  await waitFor(() => expect(screen.queryAllByText(CHANGED)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No unsaved changes')
  expect(screen.queryAllByText(CHANGED)).toEqual([])
  await type('28')
  await byOther({ gst: 5 })
  await waitFor(() => expect(screen.queryAllByText(CHANGED)).toHaveLength(1))
})

it('without a GST number it says that bills are headed BILL', async () => {
  await open({ gstNumber: '' })
  expect(card('Heading of the bill')).toContain('BILL')
  expect(card('Heading of the bill')).not.toMatch(/INVOICE|SUPPLY/)
  expect(screen.getByText(/Only a registered restaurant may charge GST/)).toBeTruthy()
})

describe('packing and delivery', () => {
  it('are added with their amount, unit and orders, and the sample of a parcel shows them', async () => {
    const { user, saved } = await open()
    expect(screen.queryByRole('region', { name: /^Take Away/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add charge' }))
    await user.type(screen.getByRole('textbox', { name: 'Name on the bill' }), 'Packing')
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charged' }), 'For each portion')
    // 100 + 10, taxed like food.
    expect(card('Take Away')).toMatch(/Packing.*10\.00.*CGST 2\.5%.*2\.75.*115\.50/)
    expect(card('Delivery')).toContain('Packing')
    await user.selectOptions(screen.getByRole('combobox', { name: 'On orders' }), 'Delivery')
    expect(screen.queryByRole('region', { name: /^Take Away/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('No unsaved changes')
    const charge = { _id: expect.any(String), name: 'Packing', amount: 10, per: 'item', orderTypes: ['Delivery'] }
    expect(saved()).toEqual([{ taxSettings: { charges: [charge] }, chargesBefore: [] }])
  })

  it('a list that another device changed is shown beside what was typed, and replaced by the next Save', async () => {
    await signIn({ role: 'superuser' })
    const other = { _id: 'o', name: 'Delivery', amount: 40, per: 'order', orderTypes: ['Delivery'] }
    let now: object[] = []
    const asked = serve(({ method, body }) => {
      const sent = body as { taxSettings: { charges: object[] }; chargesBefore: object[] }
      if (method === 'PUT' && JSON.stringify(sent.chargesBefore) !== JSON.stringify(now))
        return refusal(409, 'charges_changed', 'The charges were changed since you looked.', { charges: now })
      if (method === 'PUT') now = sent.taxSettings.charges
      const charges = method === 'PUT' ? now : []
      return {
        status: 200,
        body: {
          restaurant: {
            gstNumber: '',
            taxSettings: { roundOff: false, composition: false, charges },
            taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
          },
        },
      }
    })
    const { user } = mount(<TaxPage />)
    await user.click(await screen.findByRole('button', { name: 'Add charge' }))
    await user.type(screen.getByRole('textbox', { name: 'Name on the bill' }), 'Packing')
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '10')
    now = [other]
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/^Changed on another device: Delivery, Rs. 40.00$/)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(2))
    expect(asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({ chargesBefore: [other] })
  })
})

describe('/settings/tax', () => keepsInput(TaxPage, /^Service charge/, '7'))
