/** The call for a waiter, in every head. */
export function CallButton() {
  return null
}
