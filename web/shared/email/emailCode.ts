import { type Answer, call } from '#web/core/api.ts'
import { sameEmail } from './address.ts'

/** How long a mailed code is good (worker/auth/codes.ts). */
const GOOD_MS = 5 * 60_000
const KEY = 'tawa_email_code'

/** When this tab asked for a code for this address, in ms; null when that code has lapsed. It is kept over a reload: on a phone, opening the mail often ends the page. */
export function codeSentAt(address: string): number | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { address: string; at: number } | null
    return kept && sameEmail(kept.address, address) && Date.now() - kept.at < GOOD_MS ? kept.at : null
  } catch {
    return null
  }
}

function keep(sent: { address: string; at: number } | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is unavailable: after a reload a new code is asked for.
  }
}

/**
 * Requests a code for the person's own email. The wait for the next code starts at once, and is cancelled if the request fails, or if the address turns out to be
 * confirmed, because no code is mailed then. The answer's `email` says so.
 */
export async function mailCode(address: string): Promise<Answer<'POST /auth/email/code'>> {
  const at = Date.now()
  keep({ address, at })
  try {
    const answer = await call('POST /auth/email/code', { quiet: true })
    // The address that it was mailed to: on another device it may have been corrected since.
    keep(answer.email.confirmed ? null : { address: answer.email.address, at })
    return answer
  } catch (error) {
    keep(null)
    throw error
  }
}
