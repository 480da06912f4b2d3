/** What is wrong with an email address as it was typed; undefined for a good one. */
export const badEmail = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : 'This is not an email address.'

const stored = (email: string) => email.trim().toLowerCase()
/** True if the server takes both for one address; it stores them without spaces around and in small letters. */
export const sameEmail = (one: string, other: string): boolean => stored(one) === stored(other)
