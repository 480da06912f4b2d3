/** What the calls of orders refuse, as the API's description says it. */
export const sendErrors = {
  '404 not_found': 'No such table, restaurant or offer',
  '409 order_full':
    'A ticket takes 100 lines (a guest’s 30), an order 60 tickets, 400 lines and Rs. 10 crore: `{ order }` if there is one; nothing was sent',
  '409 item_unavailable': 'Item "<item name>" is unavailable. `{ itemId }`; nothing was sent',
  '409 kot_id_taken': 'A ticket with this `kotId` was sent before and was another one: `{ kotId }`; nothing was sent',
  '422 unknown_item': 'Unknown item, variant or addon, or a group outside its min and max',
}
export const billErrors = {
  '422 offer_not_applicable':
    'The code is unknown, the offer needs its code, has expired, is for another day or order type, or needs a larger order',
  '429 rate_limited': 'Too many codes were tried; try again after `retryAfter` seconds',
}
export const createErrors = {
  ...sendErrors,
  ...billErrors,
  '409 invalid_transition':
    'Money was received for this table’s order, and the request would change its offer or service charge or lower its total below that amount; or a diner would change the total of a printed bill: `{ order }`',
}
export const byDiner = {
  '403 qr_orders_off': 'The restaurant takes no orders through its printed codes (`qrSettings.enableOrderViaQr`, `enableQrMenu`)',
  '403 not_order_opener': 'Only the staff, and the guest who opened this order, may change its note, service charge and offer',
}
export const byGuest = {
  '409 order_full':
    'A ticket takes 100 lines (a guest’s 30), an order 60 tickets and 400 lines, of which guests may fill 40 and 300, and Rs. 10 crore, of which guests’ dishes may come to Rs. 1 crore and one guest’s to Rs. 10 lakh: `{ order }` if there is one (a diner’s has `_id` and `version` alone); nothing was sent',
  '409 tickets_waiting': 'One guest may have at most 5 tickets and 42 lines waiting to be accepted: `{ order }`',
  '429 rate_limited':
    'A guest may send ten times a minute, counting refused sends; or guests’ sends took turns and the wait was too long; or too many codes were tried. `retryAfter` seconds',
}
export const sitting = { '403 sitting_ended': 'The visit at the table has ended' }
export const lineErrors = { '404 not_found': 'No such order', '409 invalid_transition': 'The order’s state does not allow it: `{ order }`' }
export const changeErrors = { ...lineErrors, '409 version_conflict': 'The order was changed since: `{ order }`' }
export const paymentsFull = {
  '409 payments_full':
    'An order takes 100 payment entries. Beyond that, no part payment, correction or giving back; it can still be paid in full, completed and refunded: `{ order }`',
}
export const ambiguous = { '409 ambiguous_line': 'Several lines fit; name the `lineId`: `{ lineIds, order }`' }
