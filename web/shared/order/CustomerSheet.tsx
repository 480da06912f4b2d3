import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { digitsOf, isWholeNumber } from '#domain/customer.ts'
import { isGstin, ungrouped } from '#domain/legal.ts'
import type { OrderType } from '#domain/order.ts'
import { plural } from '#domain/text.ts'
import { StepperField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import type { DraftMeta } from './drafts.ts'

export type Customer = Required<
  Pick<DraftMeta, 'customer_name' | 'mobile_number' | 'customerGstin' | 'deliveryAddress' | 'additionalNote'>
> & {
  guests: number | null
}

/** The guests of a booking. */
export type Party = { customer_name: string; guests: number | null }

const NOT_OPEN = 'This order is no longer open here, so its details can’t be saved.'
const NOT_GSTIN = 'This is not a GST number: check its 15 characters.'

const customerOf = (v: Omit<Customer, 'guests'> & { guests: number }): Customer => ({
  mobile_number: v.mobile_number.trim(),
  customer_name: v.customer_name.trim(),
  customerGstin: v.customerGstin.trim().toUpperCase(),
  deliveryAddress: v.deliveryAddress.trim(),
  guests: v.guests || null,
  additionalNote: v.additionalNote.trim(),
})

/** The customer's details. For an open order they are saved at once, otherwise sent with the first ticket. A known number fills in name and address. */
export default function CustomerSheet({
  title,
  about,
  value,
  seated = null,
  orderType,
  field = 'mobile_number',
  gstinStays = null,
  onSave,
  onClose,
}: {
  title: string
  /** The order, or the unsent ticket before there is one. */
  about: { orderId: string | null; draftKey?: string }
  value: Customer
  /** The guests of a booking who sit at the table. The server begins their order in their name, so it can be changed and not emptied before. */
  seated?: Party | null
  orderType: OrderType
  /** Where typing begins; with `guests` nowhere */
  field?: 'mobile_number' | 'guests' | 'additionalNote'
  /** Why the GST number can't be changed any more. */
  gstinStays?: string | null
  /** Gets the details that were changed. Another device may have changed the others since. */
  onSave: (changed: Partial<Customer>) => Promise<unknown> | void
  onClose: () => void
}) {
  const [opened] = useState(about)
  const form = useForm({
    defaults: {
      mobile_number: value.mobile_number,
      customer_name: value.customer_name,
      customerGstin: value.customerGstin,
      deliveryAddress: value.deliveryAddress,
      guests: value.guests ?? 0,
      additionalNote: value.additionalNote,
    },
    send: async (typed, _version, saved) => {
      const before = customerOf(saved)
      return onSave(Object.fromEntries(Object.entries(customerOf(typed)).filter(([name, now]) => now !== before[name as keyof Customer])))
    },
    // Without an order nothing is sent yet: the details are kept on the device, so this works offline.
    offline: 'allowed',
    keptAs: `customer:${opened.orderId ?? opened.draftKey}`,
    // Another device has settled or merged it; the details would stand on the ticket of the table's next guests.
    refusal: opened.orderId !== null && about.orderId !== opened.orderId ? NOT_OPEN : null,
    onSaved: onClose,
  })
  // Only the bill of a registered outlet is a tax invoice, with which a company can claim the tax back.
  const invoices = !!useProfile()?.gstNumber || value.customerGstin !== ''
  // Beside a GST number the name says whose invoice it is.
  const nameStays = value.customerGstin === '' ? null : gstinStays
  const { setValue } = form
  // What was typed before another till took the money would be refused, with everything else.
  useEffect(() => {
    if (nameStays) setValue('customer_name', value.customer_name)
    if (gstinStays) setValue('customerGstin', value.customerGstin)
  }, [nameStays, gstinStays, value.customer_name, value.customerGstin, setValue])
  const number = form.values.mobile_number.trim()
  const known = useKnownCustomer(number)
  // A field that was filled in automatically, now or before it was saved, follows the number; what was typed stays.
  const filled = useRef({ customer_name: '', deliveryAddress: '' })
  useEffect(() => {
    const next = {
      customer_name: known && known.name !== known.mobile_number ? known.name : '',
      deliveryAddress: (orderType === 'Delivery' && known?.lastAddress) || '',
    }
    for (const field of ['customer_name', 'deliveryAddress'] as const) {
      const shown = form.values[field]
      if (field === 'customer_name' && nameStays) continue
      if (next[field] && shown === next[field]) filled.current[field] = shown
      // Of a number that nobody knows nothing is filled in: what the order has stays, since it may have been typed.
      const now = next[field] || (filled.current[field] && value[field])
      if (shown !== filled.current[field] || shown === now) continue
      filled.current[field] = now
      form.setValue(field, now)
    }
  }, [known, orderType, form, value, nameStays])
  const guests =
    orderType === 'Dine In' ? (
      <StepperField form={form} name="guests" label="Guests" optional={!seated?.guests} size={56} min={seated?.guests ? 1 : 0} max={99} />
    ) : null
  const mobile = (
    <TextField
      form={form}
      name="mobile_number"
      label="Mobile"
      optional
      kind="tel"
      autoFocus={field === 'mobile_number'}
      maxLength={20}
      check={(mobile) => (/^[+0-9 ()-]{0,20}$/.test(mobile.trim()) ? undefined : 'Digits only, at most 20')}
      hint={
        known ? (
          `${known.name}, ${known.visits === 0 ? 'not here yet' : plural(known.visits, 'visit')}`
        ) : number === '' || isWholeNumber(number) ? undefined : (
          <span className="text-warning-icon">Not a whole number: 10 digits, or + and the country’s code</span>
        )
      }
    />
  )
  const name = (
    <TextField
      form={form}
      name="customer_name"
      label="Name"
      optional={!seated?.customer_name}
      required={seated?.customer_name && 'These guests have booked: keep their name, or enter another.'}
      autoComplete="off"
      maxLength={80}
      disabledReason={nameStays}
    />
  )
  const note = (
    <TextField
      form={form}
      name="additionalNote"
      label="Note for the order"
      optional
      kind="multiline"
      autoFocus={field === 'additionalNote'}
      rows={2}
      maxLength={500}
      hint="Printed on the ticket and, if notes are switched on, on the bill"
    />
  )
  // At a table a waiter comes for the guests and the note: these are first, above an on-screen keyboard.
  const atTable = field !== 'mobile_number'
  return (
    <FormSheet form={form} title="Customer" description={title} size={48} submitSize={56} onClose={onClose}>
      {atTable ? guests : mobile}
      {name}
      {atTable ? note : null}
      {atTable ? mobile : null}
      {orderType === 'Delivery' ? (
        <TextField
          form={form}
          name="deliveryAddress"
          label="Delivery address"
          optional
          kind="multiline"
          rows={3}
          maxLength={300}
          hint="Printed on the ticket and the bill"
        />
      ) : null}
      {invoices ? (
        <TextField
          form={form}
          name="customerGstin"
          label="GSTIN for the bill"
          optional
          autoComplete="off"
          maxLength={15}
          check={(text) => (text.trim() === '' || isGstin(ungrouped(text)) ? undefined : NOT_GSTIN)}
          hint="When a company asks for it: it is printed with the name above"
          disabledReason={gstinStays}
        />
      ) : null}
      {atTable ? null : guests}
      {atTable ? null : note}
    </FormSheet>
  )
}

/** The restaurant's customer with this number, once all its digits are typed; null for a new one, and while it can't be looked up. */
function useKnownCustomer(number: string) {
  const may = useMay('GET /restaurant/customers').ok
  const { data } = useQuery({
    ...apiQuery('GET /restaurant/customers', { query: { mobile_number: number } }),
    enabled: may && digitsOf(number).length === 10 && number.length <= 20,
    retry: false,
  })
  return data?.customers[0] ?? null
}
