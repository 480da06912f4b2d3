/** The card of a table: where the keyboard goes on when a drawer or dialog of it has closed. */
export function focusCard(tableNumber: string): void {
  document.querySelector<HTMLElement>(`[data-table="${CSS.escape(tableNumber)}"] [data-card]`)?.focus()
}

/** The same, where the closing of a dialog has left the focus nowhere, as after a menu's item that is gone. */
export function focusCardIfLost(tableNumber: string): void {
  setTimeout(() => {
    if (!document.activeElement || document.activeElement === document.body) focusCard(tableNumber)
  }, 50)
}
