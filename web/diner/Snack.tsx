import { useEffect } from 'react'
import { setSpeaker } from '#web/core/say.ts'
import { createStore, useStore } from '#web/core/store.ts'

/** Short messages at the bottom, above the bars. One at a time: a new one replaces the one that is shown. */
type Message = { id: string; text: string; tone: 'info' | 'error'; action?: { label: string; press: () => void } }

const HIDE_MS = 5000
const store = createStore<(Message & { at: number }) | null>(null)

/** Shows a message for 5 s (SPEC §9). `id` is for `closeSnack`. */
export function snack(text: string, { id = text, tone = 'info', action }: Partial<Omit<Message, 'text'>> = {}): void {
  store.set({ id, text, tone, action, at: Date.now() })
}
export const closeSnack = (id: string): void => store.set((shown) => (shown?.id === id ? null : shown))

setSpeaker({
  warning: (text, { id }) => snack(text, { id }),
  error: (text, { id }) => snack(text, { id, tone: 'error' }),
  close: closeSnack,
})

/** Shows the messages. Rendered once, in the app. */
export function Snacks() {
  const shown = useStore(store)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => store.set((now) => (now === shown ? null : now)), HIDE_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div className="snacks" role={shown?.tone === 'error' ? 'alert' : 'status'}>
      {shown && (
        <p className="snack" data-tone={shown.tone}>
          <span className="grow">{shown.text}</span>
          {shown.action && (
            <button
              type="button"
              onClick={() => {
                shown.action?.press()
                closeSnack(shown.id)
              }}
            >
              {shown.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
