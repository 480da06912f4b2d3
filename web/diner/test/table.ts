import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import type { OrderShape } from '#domain/api/order.ts'
import { aMenuItem } from '#domain/test/shapes.ts'
import type { MenuData } from '../menu/page.ts'

/** A guest's table in tests: its restaurant, a dish, the guest, and the order of one burger. */
export const R = 'r1'
export const burger = aMenuItem({
  _id: 'burger',
  name: 'Burger',
  price: 400,
  variants: [],
  addonGroups: [],
  available: true,
  remaining: null,
})
/** The menu of these dishes, without its HTML. */
export const aMenu = (menuItems: MenuItemShape[]): MenuData => ({
  access: 'menu',
  restaurantId: R,
  name: 'Smash Yard',
  etag: '"1"',
  theme: '',
  head: '',
  facts: '',
  body: '',
  categories: [{ _id: 'c1', name: 'All', description: '', station: null, subcategories: [], menuItems }],
  orders: true,
})
export const place = { restaurantId: R, restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: 'q' }
export const user = {
  _id: 'g1',
  id: 'g1',
  role: 'user',
  name: 'Ananya',
  email: '',
  isGuest: true,
  restaurantId: R,
  restaurantName: 'Smash Yard',
  partnerId: null,
  approved: true,
  exists: true,
}
export const restaurant = {
  _id: R,
  establishment_name: 'Smash Yard',
  qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: false },
  acceptsOrders: true,
  taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
  taxSettings: { roundOff: false, composition: false },
  timezone: 'Asia/Kolkata',
  resetTime: '04:00',
}
export const order = (more: Partial<OrderShape> = {}): OrderShape =>
  ({
    _id: 'o1',
    version: 1,
    restaurantId: R,
    tableId: 't7',
    tableNumber: '7',
    userId: 'g1',
    user: { name: 'Ananya', mobile_number: '9876500011' },
    customer_name: 'Ananya',
    serialNumber: 23,
    billNumber: null,
    orderStatus: 'pending',
    createdAt: new Date().toISOString(),
    completedAt: null,
    totalPrice: 400,
    discount: 0,
    discountTitle: null,
    offerId: null,
    additionalCharges: { cgst: 10, sgst: 10, vat: 0, serviceCharge: 0 },
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
    roundOff: 0,
    grandTotal: 420,
    payments: [],
    paymentMethod: null,
    feedbackToken: 'f1',
    kots: [
      {
        kotId: 'k1',
        kotNumber: 1,
        sentBy: 'Diner',
        sentAt: null,
        createdAt: new Date().toISOString(),
        held: false,
        items: [
          {
            _id: 'burger',
            lineId: 'l1',
            itemName: 'Burger',
            quantity: 1,
            price: 400,
            amount: 400,
            status: 'Preparing',
            dietType: 'nonVeg',
            isAlcohol: false,
            variants: [],
            addonGroups: [],
            additionalItemNote: '',
            cancelReason: null,
          },
        ],
      },
    ],
    ...more,
  }) as unknown as OrderShape
