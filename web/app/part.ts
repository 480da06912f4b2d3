import { createElement, type ComponentType, type FunctionComponent, useEffect } from 'react'
import { createStore, useStore } from '#web/core/store.ts'

let failed = (): void => undefined
/** Sets what runs when a part could not be loaded. */
export const onPartFailed = (run: () => void): void => void (failed = run)

/** When the script of a part that nobody presses could not be loaded, it is fetched again after this time, in ms. */
const AGAIN_MS = 5000

/**
 * A rarely opened part of the frame, loaded on demand: a menu, a dialog, the palette. `fetch()` loads its script, when somebody points at what opens
 * it or opens it. `Part` renders it, or nothing until it is loaded; `useReady()` tells whether it is. If it can't be loaded offline, the
 * next press tries again. `useWhen(on)` is for one that nobody presses: fetched beside the page once it is `on`, and rendered while it is.
 */
export function createPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const store = createStore<{ Loaded: ComponentType<P> | null }>({ Loaded: null })
  const Part: FunctionComponent<P> = (props) => {
    const { Loaded } = useStore(store)
    return Loaded ? createElement(Loaded, props) : null
  }
  const fetch = (): void => {
    if (store.get().Loaded) return
    void load().then(
      (module) => store.set({ Loaded: module.default }),
      () => failed(),
    )
  }
  return {
    Part,
    useReady: (): boolean => useStore(store, (s) => s.Loaded !== null),
    fetch,
    useWhen(on: boolean, props: P) {
      useEffect(() => {
        if (!on) return
        fetch()
        const again = setInterval(() => (store.get().Loaded ? clearInterval(again) : fetch()), AGAIN_MS)
        return () => clearInterval(again)
      }, [on])
      return on ? createElement(Part, props) : null
    },
  }
}
