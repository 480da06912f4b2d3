import { createContext, useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '#web/ui/cx.ts'

/**
 * Places in a shell that a page fills: `header` replaces the title, `actions` is before the connection pill, `cart` above the captain's bottom
 * bar, `strip` in the kitchen's strip.
 */
type SlotName = 'header' | 'actions' | 'cart' | 'strip'
type Slots = { places: Partial<Record<SlotName, HTMLElement>>; set: (name: SlotName, place: HTMLElement | null) => void }
const Context = createContext<Slots>({ places: {}, set: () => undefined })

export function SlotProvider({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<Slots['places']>({})
  const [set] = useState<Slots['set']>(
    () => (name: SlotName, place: HTMLElement | null) =>
      setPlaces((old) => (old[name] === place ? old : { ...old, [name]: place ?? undefined })),
  )
  return <Context value={{ places, set }}>{children}</Context>
}

export function SlotPlace({ name, className }: { name: SlotName; className?: string }) {
  const { set } = useContext(Context)
  const [ref] = useState(() => (place: HTMLElement | null) => set(name, place))
  return <div ref={ref} className={cx('empty:hidden', className)} />
}

export function Slot({ name, children }: { name: SlotName; children: ReactNode }) {
  const place = useContext(Context).places[name]
  return place ? createPortal(children, place) : null
}
