import { Banknote } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { createPart } from '#web/app/part.ts'
import { useMenuEntries } from '#web/app/shell/menuEntries.ts'
import { useMay } from '#web/core/may.ts'
import { createStore, useStore } from '#web/core/store.ts'

const sheet = createPart(() => import('./CashDrawer.tsx'))
const opened = createStore(false)

/** Opens the cash drawer's sheet, on any page of the staff. After the menu or the palette has closed, so that the sheet keeps the focus. */
export const openCashDrawer = (): void => {
  sheet.fetch()
  setTimeout(() => opened.set(true))
}

/** The sheet, and its entry in the user menu, for those who may enter something. */
export function CashDrawerHost() {
  const may = useMay('POST /orders/drawer').ok
  const isOpen = useStore(opened)
  useMenuEntries(useMemo(() => (may ? [{ key: 'drawer', label: 'Cash drawer', icon: <Banknote />, onSelect: openCashDrawer }] : []), [may]))
  useEffect(() => () => opened.set(false), [])
  return may && isOpen ? <sheet.Part onClose={() => opened.set(false)} /> : null
}
