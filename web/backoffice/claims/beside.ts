import { accountNumberOf } from '#domain/customer.ts'

/** The listing's data about the claimed place. */
type ListingOf = { international_phone_number: string; url: string; address: string }
type Said = { mobile_number: string; email: string }
export type Beside = { name: string; claim: string; listing: string; verdict: 'same' | 'other' | 'none' }

/** `mail.pavbhaji.in` and `https://www.pavbhaji.in/menu` as `pavbhaji.in`, to see if an email and a website belong to the same owner. */
function hostOf(url: string): string {
  const text = url.trim()
  if (!text) return ''
  try {
    return new URL(/^https?:/i.test(text) ? text : `https://${text}`).hostname.replace(/^www\./, '')
  } catch {
    return ''
  }
}

const within = (part: string, whole: string) => part === whole || part.endsWith(`.${whole}`)

/** A claim's number and address beside those of the listing. If the listing has none, there is nothing to compare, and only the documents count. */
export function besideListing(claim: Said, listing: ListingOf): Beside[] {
  const phone = listing.international_phone_number
  const host = hostOf(listing.url)
  const domain = claim.email.split('@').at(-1)?.toLowerCase() ?? ''
  const verdict = (given: string, same: boolean) => (given === '' ? 'none' : same ? 'same' : 'other')
  return [
    {
      name: 'Mobile',
      claim: claim.mobile_number,
      listing: phone,
      verdict: verdict(phone, accountNumberOf(claim.mobile_number) === accountNumberOf(phone)),
    },
    { name: 'Email', claim: claim.email, listing: host, verdict: verdict(host, within(domain, host) || within(host, domain)) },
  ]
}
