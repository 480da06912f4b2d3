/** Focuses a table's card, after its drawer or dialog has closed. */
export function focusCard(tableNumber: string): void {
  document.querySelector<HTMLElement>(`[data-table="${CSS.escape(tableNumber)}"] [data-card]`)?.focus()
}

/** Same, but only if nothing has the focus after a dialog closed, for example because the menu item that opened it is gone. */
export function focusCardIfLost(tableNumber: string): void {
  setTimeout(() => {
    if (!document.activeElement || document.activeElement === document.body) focusCard(tableNumber)
  }, 50)
}
