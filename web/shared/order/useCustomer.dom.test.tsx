import { describe, expect, it } from 'vitest'
import { aDraftLine, aTable } from '#domain/test/shapes.ts'
import { addItem } from '#domain/ticket.ts'
import { floorOf } from '#web/shared/floor/floor.ts'
import { mount } from '#web/test/dom.tsx'
import { draftActions } from './drafts.ts'
import { useCustomer } from './useCustomer.ts'

const NOW = Date.parse('2026-11-21T16:00:00.000Z')
const at = new Date(NOW).toISOString()

/** Who has booked, and who the sheet shows, at T5, where a dish is not sent yet and these were typed for the customer. */
function opened(typed: { customer_name?: string; guests?: number }, { seated }: { seated: boolean }) {
  const meta = { tableId: 't5', tableNumber: '5', orderType: 'Dine In' as const, orderId: null, ...typed }
  const line = { ...aDraftLine(), price: 100, quantity: 1, variants: [], addonGroups: [], isAlcohol: false }
  const [entry] = floorOf({
    tables: [aTable({ _id: 't5', status: seated ? 'reserved' : 'available', currentOrderId: null, ...(seated && { seatedAt: at }) })],
    orders: [],
    alerts: [],
    drafts: [{ key: 'table:t5', draft: addItem(null, line, at), meta, failed: null }],
    bookings: seated ? [{ tableId: 't5', time: '16:00', customerName: 'Meera Iyer', partySize: 2, seated: true }] : [],
    now: NOW,
  })
  let found: Pick<ReturnType<typeof useCustomer>, 'seated' | 'value'> | null = null
  function Page() {
    found = useCustomer({ order: null, meta, base: {}, edit: draftActions('table:t5'), entry })
    return null
  }
  mount(<Page />)
  return found
}

describe('the customer of a table without an order', () => {
  it('has not booked when the name and the guests were typed here, so they can be taken off again', () =>
    expect(opened({ customer_name: 'Asha', guests: 3 }, { seated: false })).toMatchObject({
      seated: null,
      value: { customer_name: 'Asha', guests: 3 },
    }))

  it('is the guest of the booking that is seated there, also after another name was typed', () => {
    const booked = { customer_name: 'Meera Iyer', guests: 2 }
    expect(opened({}, { seated: true })).toMatchObject({ seated: booked, value: booked })
    expect(opened({ customer_name: 'Arjun' }, { seated: true })).toMatchObject({
      seated: booked,
      value: { customer_name: 'Arjun', guests: 2 },
    })
  })
})
