import { randomId } from '#domain/ids.ts'

/** A claim that was filled in and not sent. Texts and files survive the browser's Back, the texts also a reload, until it is sent or the tab is closed. */
const FIELDS = ['name', 'email', 'mobile_number', 'message'] as const
export type Texts = Record<(typeof FIELDS)[number], string>

/** `key` is the Idempotency-Key of just these texts and files: a claim that arrived and whose answer was lost is not made twice. */
type Draft = { texts: Texts; files: File[]; key: string }

const BLANK: Texts = { name: '', email: '', mobile_number: '', message: '' }
const drafts = new Map<string, Draft>()
const stored = (restaurantId: string) => `tawa_claim_${restaurantId}`

/** The texts of a form as they were typed. */
export function textsOf(form: HTMLFormElement): Texts {
  const data = new FormData(form)
  return Object.fromEntries(FIELDS.map((name) => [name, String(data.get(name) ?? '')])) as Texts
}

export function draftOf(restaurantId: string): Draft {
  const kept = drafts.get(restaurantId)
  if (kept) return kept
  let texts = BLANK
  try {
    texts = { ...BLANK, ...(JSON.parse(sessionStorage.getItem(stored(restaurantId)) ?? '{}') as Partial<Texts>) }
  } catch {
    // Storage is unavailable: after a reload the form is empty.
  }
  const draft = { texts, files: [], key: randomId() }
  drafts.set(restaurantId, draft)
  return draft
}

/** Keeps what was changed in the form. From now on it is another claim, with a key of its own. */
export function keepDraft(restaurantId: string, changed: Partial<Omit<Draft, 'key'>>): void {
  const draft = { ...draftOf(restaurantId), ...changed, key: randomId() }
  drafts.set(restaurantId, draft)
  try {
    sessionStorage.setItem(stored(restaurantId), JSON.stringify(draft.texts))
  } catch {
    // As above.
  }
}

export function forgetDraft(restaurantId: string): void {
  drafts.delete(restaurantId)
  try {
    sessionStorage.removeItem(stored(restaurantId))
  } catch {
    // As above.
  }
}
