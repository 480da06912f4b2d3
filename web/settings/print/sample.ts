import { toPaise, toRupees } from '#domain/money.ts'
import type { KotTicket } from '#domain/print/document.ts'
import type { PaperOrder } from '#domain/print/bill.ts'
import { price } from '#domain/tax.ts'
import { financialYear, wallClock } from '#domain/time.ts'
import type { Profile } from '#web/shared/settings/profile.tsx'

/** An order that has a bill and KOTs to print. */
type SampleOrder = Omit<PaperOrder, 'kots'> & { kots: (KotTicket & { items: Item[] })[] }
/** Whose taxes, invoice prefix and zone the sample has. */
type SampleRestaurant = Pick<Profile, 'taxPercentages' | 'taxSettings' | 'invoicePrefix' | 'timezone' | 'upiId'>

type Item = PaperOrder['kots'][number]['items'][number]
const dish = (itemName: string, amount: number, over: Partial<Item> = {}): Item => ({
  itemName,
  printName: null,
  quantity: 1,
  amount,
  variants: [],
  addonGroups: [],
  isAlcohol: false,
  additionalItemNote: '',
  status: 'Served',
  ...over,
})

// The first two look the same when long names are cut.
const FOOD: readonly Item[] = [
  dish('Paneer Butter Masala Medium Spicy', 320, { additionalItemNote: 'Less oil' }),
  dish('Paneer Butter Masala Mild', 350, {
    addonGroups: [{ name: 'Extras', addons: [{ name: 'Extra Butter', quantity: 1, price: 30 }] }],
  }),
  dish('कटिंग चाय', 40),
  dish('Chicken Biryani', 760, { quantity: 2, variants: [{ name: 'Full', additionalPrice: 120 }] }),
]
const BEER = dish('Kingfisher Premium (330 ml)', 440, { quantity: 2, isAlcohol: true })

/** A paid order to try the paper on, at `at` (UTC ISO): at a table with a beer, or a parcel. Amounts in rupees, by the restaurant's own taxes. */
export function sampleOrder(orderType: 'Dine In' | 'Take Away', restaurant: SampleRestaurant, at: string): SampleOrder {
  const atTable = orderType === 'Dine In'
  const { taxPercentages, taxSettings, invoicePrefix, timezone, upiId } = restaurant
  const included = taxPercentages.pricesIncludeTax === true
  const items = [...FOOD, ...(atTable ? [BEER] : [])].map((item) => ({ ...item, ...(included && { taxIncluded: true }) }))
  const totals = price({
    lines: items.map(({ amount, quantity, isAlcohol }) => ({
      taxIncluded: included,
      unitPrice: toPaise(amount) / quantity,
      quantity,
      isAlcohol,
      cancelled: false,
    })),
    taxPercentages,
    orderType,
    roundOff: taxSettings.roundOff,
  })
  const total = toRupees(totals.grandTotal)
  return {
    orderType,
    tableNumber: atTable ? '12' : '',
    customer_name: 'Meera Iyer',
    mobile_number: '9876543210',
    customerGstin: '',
    deliveryAddress: '',
    serialNumber: 7,
    billNumber: 42,
    invoiceNumber: `${invoicePrefix}/${financialYear(wallClock(new Date(at), timezone).date)}/42`,
    biller: 'Divya Nair',
    createdAt: at,
    completedAt: at,
    billPrintedAt: at,
    lastPrinted: null,
    orderStatus: 'pending',
    totalPrice: toRupees(totals.subtotal),
    discount: 0,
    discountTitle: null,
    additionalCharges: {
      cgst: toRupees(totals.cgst),
      sgst: toRupees(totals.sgst),
      vat: toRupees(totals.vat),
      serviceCharge: 0,
      ...(totals.charges > 0 && { charges: toRupees(totals.charges) }),
      ...(totals.taxIncluded > 0 && { taxIncluded: toRupees(totals.taxIncluded) }),
    },
    taxPercentages,
    roundOff: toRupees(totals.roundOff),
    grandTotal: total,
    // With a UPI ID the bill at the table is one that is still to be paid, as it is when a guest asks for it.
    ...(atTable && upiId
      ? { payments: [], paymentStatus: 'unpaid' as const, paymentMethod: null }
      : { payments: [{ method: 'UPI', amount: total }], paymentStatus: 'paid' as const, paymentMethod: 'UPI' }),
    refund: null,
    additionalNote: '',
    specialInstructions: '',
    kots: [{ kotNumber: 34, kind: 'new', createdAt: at, sentBy: 'Ravi Kumar', sentAt: at, items }],
  }
}
