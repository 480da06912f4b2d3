import { part } from '../part.tsx'

/** A dish with its choices, for the menu and the cart. */
export const ItemSheet = part(() => import('./ItemSheet.tsx'))
