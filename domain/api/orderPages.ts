/** The pages on which orders are taken and changed, and those on which their money is. */
export const posPages = [
  '/restaurant/pos',
  '/restaurant/tables',
  '/restaurant/orders',
  '/restaurant/captain',
  '/restaurant/captain/menu',
  '/restaurant/captain/orders',
  '/restaurant/captain/tables',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/menu',
  '/restaurant/pos-mobile/orders',
  '/restaurant/pos-mobile/home',
] as const
export const moneyPages = [
  '/restaurant/pos',
  '/restaurant/tables',
  '/restaurant/orders',
  '/restaurant/invoices',
  '/restaurant/pos-mobile',
  '/restaurant/pos-mobile/orders',
] as const
