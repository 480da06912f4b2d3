import { useEffect } from 'react'
import { createStore, useStore } from '#web/core/store.ts'

/**
 * Sounds at volume 1 (SPEC §2), always with something visible: new order two tones, table alert three rising ones, ready one chime, failure a low
 * tone. Browsers block sound until somebody has interacted with the page.
 */
export type Sound = 'newOrder' | 'alert' | 'ready' | 'failure'
const VOLUME = 1
type Tone = { at: number; hz: number; ms: number; type?: OscillatorType }
const SOUNDS: Record<Sound, Tone[]> = {
  newOrder: [
    { at: 0, hz: 660, ms: 180 },
    { at: 220, hz: 880, ms: 260 },
  ],
  alert: [
    { at: 0, hz: 587, ms: 150 },
    { at: 190, hz: 740, ms: 150 },
    { at: 380, hz: 988, ms: 260 },
  ],
  ready: [{ at: 0, hz: 1047, ms: 520 }],
  failure: [{ at: 0, hz: 196, ms: 420, type: 'triangle' }],
}
/** An alert sounds again every 20 s, three times at most, until it is acknowledged. */
const REPEAT_MS = 20_000
const REPEATS = 3

let context: AudioContext | null = null
const locked = createStore(true)

function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  if (!context) {
    context = new AudioContext()
    context.addEventListener('statechange', () => locked.set(context?.state !== 'running'))
    locked.set(context.state !== 'running')
  }
  return context
}

export function playSound(sound: Sound): void {
  const ctx = audio()
  if (!ctx || ctx.state !== 'running') return
  const start = ctx.currentTime + 0.01
  for (const { at, hz, ms, type = 'sine' } of SOUNDS[sound]) {
    const oscillator = ctx.createOscillator()
    const gain = ctx.createGain()
    const from = start + at / 1000
    const to = from + ms / 1000
    oscillator.type = type
    oscillator.frequency.value = hz
    // Fade in and out, to avoid clicks.
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(VOLUME, from + 0.012)
    gain.gain.setValueAtTime(VOLUME, to - 0.06)
    gain.gain.linearRampToValueAtTime(0, to)
    oscillator.connect(gain).connect(ctx.destination)
    oscillator.start(from)
    oscillator.stop(to)
  }
}

const repeating = new Map<string, ReturnType<typeof setInterval>>()

export function startAlertSound(id: string): void {
  stopAlertSound(id)
  playSound('alert')
  let played = 1
  repeating.set(
    id,
    setInterval(() => {
      if (played >= REPEATS) return stopAlertSound(id)
      played += 1
      playSound('alert')
    }, REPEAT_MS),
  )
}

export function stopAlertSound(id: string): void {
  clearInterval(repeating.get(id))
  repeating.delete(id)
}
export const alertSounds = () => [...repeating.keys()]

async function unlock(): Promise<void> {
  const ctx = audio()
  if (ctx && ctx.state !== 'running') await ctx.resume().catch(() => undefined)
}

/** `{ locked, unlock }`: while locked, show "Tap to turn on sound". Any interaction with the page unlocks too. */
export function useSoundUnlock(): { locked: boolean; unlock: () => Promise<void> } {
  const isLocked = useStore(locked)
  useEffect(() => {
    audio()
    const gesture = () => void unlock()
    addEventListener('pointerdown', gesture)
    addEventListener('keydown', gesture)
    return () => {
      removeEventListener('pointerdown', gesture)
      removeEventListener('keydown', gesture)
    }
  }, [])
  return { locked: isLocked, unlock }
}
