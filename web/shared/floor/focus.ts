/** The card of a table: where the keyboard goes on when a drawer or dialog of it has closed. */
export function focusCard(tableNumber: string): void {
  document.querySelector<HTMLElement>(`[data-table="${CSS.escape(tableNumber)}"] [data-card]`)?.focus()
}

/** The same, but only if closing a dialog left the focus on nothing, for example because the menu item that opened it is gone. */
export function focusCardIfLost(tableNumber: string): void {
  setTimeout(() => {
    if (!document.activeElement || document.activeElement === document.body) focusCard(tableNumber)
  }, 50)
}
