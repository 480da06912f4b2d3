import { useCallback, useEffect, useRef } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'

type RowActions = {
  onAdd: (item: MenuItemShape, anchor: HTMLElement | null, quantity?: number) => void
  onLess: (item: MenuItemShape) => void
  onHold: (item: MenuItemShape) => void
}

/** The actions of a menu's rows as stable functions, so that the many rows don't re-render with every line. Each calls the newest version of its action. */
export function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  return {
    onAdd: useCallback<RowActions['onAdd']>((...row) => latest.current.onAdd(...row), []),
    onLess: useCallback<RowActions['onLess']>((item) => latest.current.onLess(item), []),
    onHold: useCallback<RowActions['onHold']>((item) => latest.current.onHold(item), []),
  }
}
