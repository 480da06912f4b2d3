/** The most common kitchen notes, offered as buttons; others are typed. */
export const QUICK_NOTES = ['Less spicy', 'No onion', 'Jain'] as const
export const NOTE_LENGTH = 280

/** Splits a note into its quick notes and the typed text. */
export function splitNote(note: string, quick: readonly string[] = QUICK_NOTES): { quick: string[]; own: string } {
  const parts = note
    .split(',')
    .map((p) => p.trim())
    .filter(Boolean)
  const fits = (part: string) => quick.find((q) => q.toLowerCase() === part.toLowerCase())
  return { quick: [...new Set(parts.flatMap((p) => fits(p) ?? []))], own: parts.filter((p) => !fits(p)).join(', ') }
}

/** The whole note: the quick notes, then the typed text, without any part that repeats a quick note. */
export function joinNote({ quick, own }: { quick: readonly string[]; own: string }): string {
  const isQuick = (part: string) => quick.some((q) => q.toLowerCase() === part.trim().toLowerCase())
  const rest = own.split(',').filter((part) => !isQuick(part))
  return [...quick, rest.join(',').trim()].filter(Boolean).join(', ').slice(0, NOTE_LENGTH)
}
