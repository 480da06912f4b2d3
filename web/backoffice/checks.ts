import { isFssaiNumber, isGstin } from '#domain/legal.ts'

/** A check of an application before it is approved. */
export type Check = { good: boolean; title: string; note: string }

type Application = {
  email: string
  emailConfirmed?: boolean
  addressTaken?: boolean
  partnerAddressTaken?: boolean
  gstNumber: string
  fssaiNumber: string
  documents: readonly unknown[]
  location?: unknown
}

/** The checks of an application; those that need a look come first. A missing GST number is fine, because such a restaurant begins with a GST of 0%. */
export function checksOf(application: Application): Check[] {
  const { email, emailConfirmed, addressTaken, partnerAddressTaken, gstNumber, fssaiNumber, documents, location } = application
  const checks: Check[] = [
    addressTaken
      ? { good: false, title: 'Email belongs to another account', note: 'It can’t be approved with this address. Ask for another one.' }
      : emailConfirmed
        ? { good: true, title: 'Email confirmed', note: email }
        : { good: false, title: 'Email not confirmed', note: `Nobody has confirmed ${email} yet.` },
    ...(partnerAddressTaken
      ? [
          {
            good: false,
            title: 'Partner’s email belongs to another account',
            note: 'Give the partner another address first, under Partners.',
          },
        ]
      : []),
    gstNumber === ''
      ? { good: true, title: 'No GSTIN', note: 'Its GST begins at 0%.' }
      : isGstin(gstNumber)
        ? { good: true, title: `GSTIN ${gstNumber}`, note: 'The check character is right.' }
        : { good: false, title: `GSTIN ${gstNumber}`, note: 'The check character is wrong.' },
    isFssaiNumber(fssaiNumber)
      ? { good: true, title: `FSSAI ${fssaiNumber}`, note: '14 digits.' }
      : {
          good: false,
          title: fssaiNumber ? `FSSAI ${fssaiNumber}` : 'No FSSAI number',
          note: fssaiNumber ? 'A licence has 14 digits.' : 'A restaurant needs a licence.',
        },
    documents.length > 0
      ? { good: true, title: `Documents: ${documents.length}`, note: 'Compare names and numbers.' }
      : { good: false, title: 'No documents', note: 'Nothing was uploaded.' },
    location
      ? { good: true, title: 'Place on the map', note: 'Guests nearby find it.' }
      : { good: false, title: 'No place on the map', note: 'Guests nearby don’t find it until its Mobile admin sets it, in App listing.' },
  ]
  return [...checks.filter((c) => !c.good), ...checks.filter((c) => c.good)]
}

export const toLookAt = (checks: readonly Check[]): number => checks.filter((c) => !c.good).length
