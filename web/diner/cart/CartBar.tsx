/** The way to the cart, when something is in it. */
export function CartBar() {
  return null
}
