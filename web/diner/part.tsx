import { type ComponentType, useEffect } from 'react'
import { onBackOnline } from '#web/core/online.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { Sheet } from './Sheet.tsx'

type Closes = { onClose?: () => void }
export type Part<P> = ComponentType<P> & {
  /** Fetches its script, so that it is there when the line is not. */
  ahead: () => void
}

/**
 * A page or a sheet whose script is fetched when it is first needed, or ahead of that. Where it can't be fetched, a sentence stands in its place and it is tried
 * again by a press or once the phone is back online. React's own `lazy` would take the whole document down, and never ask again.
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
      // A sheet comes in a moment; one that only says so would take the focus twice.
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
