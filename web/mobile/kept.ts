import { createStore, useStore } from '#web/core/store.ts'
import { PARCEL } from '#web/shared/order/target.ts'
import { ownerNow, type StoredDraft } from '#web/shared/order/drafts.ts'

/** Dine In without a table yet: used in the address in place of a ticket's key. */
export const NO_TABLE = 'dine-in'
const TABLE = /^table:[\w-]{1,60}$/

/** The key of a ticket in an address; null for any other text. */
export const readKey = (text: string | null): string | null =>
  text !== null && (text === NO_TABLE || TABLE.test(text) || PARCEL.test(text)) ? text : null

/** The order that was open last, of this person in this restaurant: the tabs Menu and Order come back to it. */
const store = createStore<{ owner: string; key: string } | null>(null)
export const keep = (key: string | null): void => store.set(key === null ? null : { owner: ownerNow(), key })

export function useKept(): string | null {
  const kept = useStore(store)
  return kept?.owner === ownerNow() ? kept.key : null
}

/** The ticket that a phone opens after a reload: of those with unsent items, the one edited last. */
export const lastUnsent = (drafts: readonly StoredDraft[]): string | null =>
  drafts.reduce<StoredDraft | null>((last, one) => (one.draft && one.draft.updatedAt > (last?.draft?.updatedAt ?? '') ? one : last), null)
    ?.key ?? null
