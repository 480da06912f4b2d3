// A file of its own, because no diner's page needs it.

/**
 * Letters that are written from right to left, and marks that turn what stands beside them: all that Unicode keeps for them, also what it has not given yet. The
 * last four are halves of letters: of those from U+10800 to U+10FFF and from U+1E800 to U+1EFFF.
 */
export const FROM_RIGHT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\uD802\uD803\uD83A\uD83B]/
/** A name for use before other words. Without this, a name that is written from right to left would also reverse the number after it ("6 · عبد items"). */
export const isolated = (name: string): string => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name)
