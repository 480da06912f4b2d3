import { createElement, type ComponentType, type FunctionComponent } from 'react'
import { createStore, useStore } from '#web/core/store.ts'

/**
 * A part of the frame that few visits open: a menu, a dialog, the palette. Its script is fetched by `fetch()`, when somebody points at what opens
 * it or asks for it. `Part` renders it, and nothing until it is there; `useReady()` says whether it is. Without a connection it stays away, and the
 * next press tries again.
 */
export function createPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const store = createStore<{ Loaded: ComponentType<P> | null }>({ Loaded: null })
  const Part: FunctionComponent<P> = (props) => {
    const { Loaded } = useStore(store)
    return Loaded ? createElement(Loaded, props) : null
  }
  return {
    Part,
    useReady: (): boolean => useStore(store, (s) => s.Loaded !== null),
    fetch: (): void =>
      void load().then(
        (module) => store.set({ Loaded: module.default }),
        () => undefined,
      ),
  }
}
