import { changePercent, timesAsMuch } from '#domain/change.ts'

export type Delta = { direction: 'up' | 'down' | 'flat'; tone: 'good' | 'bad' | 'neutral'; text: string }

/** A figure beside its former value: `12.1% more`, `50 times as much`. `better` is the direction that is good news. There is no percentage of 0. */
export function delta(now: number, before: number, better: 'more' | 'less' | null): Delta {
  if (now === before) return { direction: 'flat', tone: 'neutral', text: 'no change' }
  const more = now > before
  const tone = better === null ? 'neutral' : (better === 'more') === more ? 'good' : 'bad'
  const direction = more ? 'up' : 'down'
  const text = (words: string): Delta => ({ direction, tone, text: words })
  // On a restaurant's first days there is nothing that could be better or worse. Of what should be little, as cancellations, nothing is what is wanted.
  if (before === 0) return { direction, tone: better === 'less' ? tone : 'neutral', text: 'from nothing' }
  const word = more ? 'more' : 'less'
  const percent = changePercent(now, before)
  if (percent === null) return text(word)
  const times = timesAsMuch(percent)
  return text(times === null ? `${Math.abs(percent).toFixed(1)}% ${word}` : `${times} times as much`)
}

/** The same for small counts: `2 more`. */
export function countDelta(now: number, before: number): Delta {
  if (now === before) return { direction: 'flat', tone: 'neutral', text: 'no change' }
  return { direction: now > before ? 'up' : 'down', tone: 'neutral', text: `${Math.abs(now - before)} ${now > before ? 'more' : 'fewer'}` }
}
