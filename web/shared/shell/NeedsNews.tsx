import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { snack } from '#web/app/feedback/snack.tsx'
import { alertSounds, playSound, startAlertSound, stopAlertSound } from '#web/app/feedback/sound.ts'
import { sessionNow } from '#web/core/session.ts'
import { createStore, useStore } from '#web/core/store.ts'
import { isOwnCall, useAlertActions } from '#web/shared/floor/alerts.tsx'
import { addPath } from '#web/shared/order/paths.ts'
import { useWho, why } from '#web/shared/order/why.ts'
import { Live } from '#web/ui/Live.tsx'
import { useTellKitchen } from './kitchenTold.ts'
import { fetchNeedRows } from './NeedRow.tsx'
import { type Need, newNeeds } from './needs.ts'

/** The needs that this device has seen, also on earlier pages; null until the first list, which makes no sound. */
let known: ReadonlySet<string> | null = null
const words = createStore('')
/** Another shell takes the needs over within this, as when the captain opens the POS: the repeats go on. */
const AWAY_MS = 10_000
let leaving: ReturnType<typeof setTimeout> | undefined
const stopAll = () => alertSounds().forEach(stopAlertSound)

/**
 * Sounds for everything new that needs a person, those of guests repeated until somebody answers (SCREENS §1.2 "Sound"), and the words for screen readers.
 * Where the rail is out of view it is also a snackbar with the same press.
 */
export function NeedsNews({ needs, inView }: { needs: readonly Need[] | undefined; inView: boolean }) {
  const { acknowledge } = useAlertActions()
  const kitchen = useTellKitchen()
  const navigate = useNavigate()
  const who = useWho()
  const said = useStore(words)

  const actionFor = (need: Need) => {
    if (need.kind === 'call') return why.answerCall(who) === null ? { label: 'Acknowledge', run: () => acknowledge(need.alert) } : undefined
    if (need.kind === 'kitchen') return { label: 'Kitchen told', run: () => kitchen.run(need.kots) }
    if (need.kind === 'print') return undefined
    const path = addPath(need.order, who)
    return path ? { label: 'Show', run: () => void navigate(path) } : undefined
  }
  const tell = useEffectEvent((now: readonly Need[]) => {
    const fresh = newNeeds(known, now).filter((need) => need.kind !== 'call' || !isOwnCall(need.alert))
    const waiting = new Set(now.filter((need) => !need.taken).map((need) => need.key))
    for (const key of known ?? [])
      if (!waiting.has(key)) {
        stopAlertSound(key)
        snack.close(key)
      }
    known = new Set(now.map((need) => need.key))
    for (const need of fresh) {
      // The sound plays once for a kitchen screen or a printer that is off, because repeating it would not help.
      if (need.kind === 'kitchen' || need.kind === 'print') playSound('alert')
      else startAlertSound(need.key)
    }
    if (fresh.length > 0) words.set(fresh.map((need) => `${need.label}: ${need.word}`).join('. '))
    if (!inView) for (const need of fresh) snack.warning(`${need.label}: ${need.word}`, { id: need.key, action: actionFor(need) })
  })
  useEffect(() => {
    if (needs) tell(needs)
  }, [needs])
  useEffect(() => fetchNeedRows(), [])
  useEffect(() => {
    clearTimeout(leaving)
    return () => {
      if (sessionNow().status === 'in') leaving = setTimeout(stopAll, AWAY_MS)
      else stopAll()
    }
  }, [])
  return <Live assertive>{said}</Live>
}
