import { beforeEach, expect, it, vi } from 'vitest'

/** The parts of Web Audio that sounds use; it records each gain's volumes. */
const volumes: number[] = []
let oscillators = 0
class Param {
  value = 0
  setValueAtTime = (value: number) => void volumes.push(value)
  linearRampToValueAtTime = (value: number) => void volumes.push(value)
}
const node = () => ({
  connect: (to: unknown) => to,
  start: () => void (oscillators += 1),
  stop: () => undefined,
  frequency: new Param(),
  type: 'sine',
})
class Context {
  state = 'running'
  currentTime = 0
  destination = {}
  addEventListener() {}
  createOscillator = node
  createGain = () => ({ gain: new Param(), connect: (to: unknown) => to })
}

beforeEach(() => {
  volumes.length = 0
  oscillators = 0
})

/** SPEC §2 "An alert plays a sound at volume 1", §9 "Sound volume | 1". */
it.each([
  ['newOrder', 2],
  ['alert', 3],
  ['ready', 1],
  ['failure', 1],
] as const)('%s is %i tones, each rising from silence to volume 1 and no louder', async (sound, tones) => {
  vi.stubGlobal('AudioContext', Context)
  const { playSound } = await import('./sound.ts')
  playSound(sound)
  expect(oscillators).toBe(tones)
  expect(volumes).toEqual(Array.from({ length: tones }, () => [0, 1, 1, 0]).flat())
})
