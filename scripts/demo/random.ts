/** Gives the same numbers for the same seed, so that the demo's history is the same for everybody. */
export type Random = {
  next: () => number
  int: (from: number, to: number) => number
  between: (from: number, to: number) => number
  chance: (p: number) => boolean
  pick: <T>(list: readonly T[]) => T | undefined
  weighted: <T>(list: readonly (readonly [T, number])[]) => T
}

export function random(seed: string): Random {
  let state = 2166136261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    between: (from, to) => from + next() * (to - from),
    chance: (p) => next() < p,
    pick: (list) => list[int(0, list.length - 1)],
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of list) if ((left -= weight) < 0) return value
      const last = list[list.length - 1]
      if (!last) throw new Error('nothing to choose from')
      return last[0]
    },
  }
}
