/**
 * What else an owner asks after at the end of a day, with the name of whoever did it: a restart of the KOT counter by hand, after which the numbers of KOTs no longer
 * say how many there were, and a dish of a settled bill that went back to the kitchen.
 */
export const NOTE_KINDS = ['kotReset', 'recall'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

/** The newest notes of a day that its summary has, at most. */
export const MAX_DAY_NOTES = 200

/** What was done, for people. */
export const NOTE_TEXT: Record<NoteKind, string> = { kotReset: 'KOT counter restarted', recall: 'Back to the kitchen' }
