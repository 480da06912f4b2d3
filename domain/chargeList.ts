import type { OrderType } from './statuses.ts'

/** The outlet's list of charges for packing and delivery (charges.ts), as it is set up. Apart, because the pages that price an order need none of it. */

/** The order types that may have charges: what leaves the house is packed or brought. */
export const CHARGED_TYPES = ['Take Away', 'Delivery'] as const satisfies readonly OrderType[]
export const CHARGE_UNITS = ['order', 'item'] as const
export const MAX_CHARGES = 6
/** A charge's name fits on a line of the narrow paper beside its amount. */
export const CHARGE_NAME_LENGTH = 20
