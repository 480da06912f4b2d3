import type { ReactNode } from 'react'

/** Something that the palette can go to or do. */
export type PaletteEntry = {
  /** Unique among all entries. */
  key: string
  label: string
  /** Muted, after the label. It is searched too. */
  note?: string
  /** What else finds it. */
  keywords?: readonly string[]
  icon: ReactNode
  run: () => void
}
/** How well an entry fits what is typed: 0 is exactly that, higher is worse. */
type Ranked = { entry: PaletteEntry; rank: number }
export type PaletteSource = {
  heading: string
  /** The entries that fit a text, best first; without text, those shown at first. */
  find: (text: string) => readonly Ranked[]
  /** Whether its entries are here, on their way, or could not be loaded. */
  state?: 'here' | 'loading' | 'failed'
}
type PaletteGroup = { heading: string; entries: readonly PaletteEntry[] }

/** A longer group is found by typing more. */
export const GROUP_MAX = 8

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * 0 the label or a keyword is the text, 1 the label begins with it, 2 each typed word begins one of the entry's words, 3 the label contains it;
 * null if it doesn't fit. Case and accents are ignored.
 */
export function rankOf(
  text: string,
  { label, note = '', keywords = [] }: Pick<PaletteEntry, 'label' | 'note' | 'keywords'>,
): number | null {
  const asked = plain(text)
  const name = plain(label)
  const others = keywords.map(plain)
  if (name === asked || others.includes(asked)) return 0
  if (name.startsWith(asked)) return 1
  const words = wordsOf([name, plain(note), ...others].join(' '))
  const typed = wordsOf(asked)
  if (typed.length > 0 && typed.every((one) => words.some((word) => word.startsWith(one)))) return 2
  return name.includes(asked) ? 3 : null
}

/** Finds entries by their label, note and keywords; equals stay in their order. Without text: all. */
export const findIn =
  (entries: readonly PaletteEntry[]) =>
  (text: string): Ranked[] =>
    entries
      .flatMap((entry) => {
        const rank = text.trim() ? rankOf(text, entry) : 0
        return rank === null ? [] : [{ entry, rank }]
      })
      .sort((a, b) => a.rank - b.rank)

/** The groups that a text finds: the one with the best entry first, equals in the order of the sources, each with its `GROUP_MAX` best. */
export function groupsFor(sources: readonly PaletteSource[], text: string): PaletteGroup[] {
  return sources
    .flatMap(({ heading, find }) => {
      const found = find(text)
      const best = found[0]?.rank
      return best === undefined ? [] : [{ heading, best, entries: found.slice(0, GROUP_MAX).map(({ entry }) => entry) }]
    })
    .sort((a, b) => a.best - b.best)
}
