import type { Context } from '../context.ts'
import { addressOf, countAttempt } from '../limit.ts'

const WINDOW = 300

/** In five minutes, from one address. A dining room is one address, so what its guests do has room. */
const PER_ADDRESS = { signup: 60, guest: 600, code: 60, verify: 120, reset: 60, google: 120, claim: 60 } as const

/** Counts a public write, per address and, when one is named, per subject (an e-mail address, a number): 10 in five minutes unless told. Throws 429. */
export async function limitPublic(c: Context, what: keyof typeof PER_ADDRESS, subject?: string, most = 10): Promise<void> {
  if (subject) await countAttempt(c, `${what}:subject:${subject}`, most, WINDOW)
  await countAttempt(c, `${what}:address:${addressOf(c.request)}`, PER_ADDRESS[what], WINDOW)
}
