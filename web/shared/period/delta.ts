export type Delta = { direction: 'up' | 'down' | 'flat'; tone: 'good' | 'bad' | 'neutral'; text: string }

/** A figure beside its former value: `12.1% more`. `better` is the direction that is good news. There is no percentage of 0. */
export function delta(now: number, before: number, better: 'more' | 'less' | null): Delta {
  if (now === before) return { direction: 'flat', tone: 'neutral', text: 'no change' }
  const more = now > before
  const tone = better === null ? 'neutral' : (better === 'more') === more ? 'good' : 'bad'
  const direction = more ? 'up' : 'down'
  if (before === 0) return { direction, tone, text: 'from nothing' }
  const percent = (Math.abs(now - before) / Math.abs(before)) * 100
  const figure = percent >= 1000 ? `${Math.round(now / before)} times` : `${percent.toFixed(1)}%`
  return { direction, tone, text: `${figure} ${percent >= 1000 ? 'as much' : more ? 'more' : 'less'}` }
}

/** The same for small counts: `2 more`. */
export function countDelta(now: number, before: number): Delta {
  if (now === before) return { direction: 'flat', tone: 'neutral', text: 'no change' }
  return { direction: now > before ? 'up' : 'down', tone: 'neutral', text: `${Math.abs(now - before)} ${now > before ? 'more' : 'fewer'}` }
}
