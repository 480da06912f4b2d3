import { type ComponentType, useEffect } from 'react'
import { onBackOnline } from '#web/core/online.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { Sheet } from './Sheet.tsx'

type Closes = { onClose?: () => void }
export type Part<P> = ComponentType<P> & {
  /** Loads its script ahead, so that it also opens without a connection. */
  ahead: () => void
}

/**
 * A page or a sheet whose script is loaded when it is first needed, or ahead. If it can't be loaded, a message is shown in its place, and a press or being back online
 * tries again. After a failure React's own `lazy` would remove the whole page, and never try again.
 */
export function part<P extends Closes>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> {
  const store = createStore<{ Shown: ComponentType<P> | null; failed: boolean }>({ Shown: null, failed: false })
  let asked = false
  const ahead = () => {
    if (asked) return
    asked = true
    load().then(
      (found) => store.set({ Shown: found.default, failed: false }),
      () => {
        asked = false
        store.set({ Shown: null, failed: true })
      },
    )
  }
  function Loaded(props: P) {
    const { Shown, failed } = useStore(store)
    useEffect(() => {
      ahead()
      return onBackOnline(ahead)
    }, [])
    if (Shown) return <Shown {...props} />
    const { onClose } = props
    if (!failed)
      // Nothing is shown while a sheet loads: a sheet that only says "Loading" would take the focus twice.
      return onClose ? null : (
        <p className="empty" role="status">
          Loading…
        </p>
      )
    const text = (
      <div className="empty" role="alert">
        <p>This could not be loaded. Check the connection.</p>
        <button type="button" className="button" onClick={ahead}>
          Try again
        </button>
      </div>
    )
    return onClose ? (
      <Sheet title="Not loaded" onClose={onClose}>
        {text}
      </Sheet>
    ) : (
      <main>{text}</main>
    )
  }
  return Object.assign(Loaded, { ahead })
}
