/** Above this many outlets a list of them can be searched. */
export const SEARCHED_FROM = 12

/** True if every typed word is in one of the texts, ignoring case. */
export function isSought(typed: string, ...texts: string[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
