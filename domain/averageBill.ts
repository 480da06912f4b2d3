import type { Paise } from './money.ts'

/**
 * What a bill came to on average, in paise: of all bills that became final in a range, as they were paid. A refund may be of a bill of an earlier day, so `sales`, which are less
 * the `refunds` of the range, get them back first. 0 without bills.
 */
export const averageBill = ({ sales, refunds, orders }: { sales: Paise; refunds: Paise; orders: number }): Paise =>
  orders === 0 ? 0 : Math.round((sales + refunds) / orders)
