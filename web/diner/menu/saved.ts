import { call, messageOf, wasShown } from '#web/core/api.ts'
import { createStore } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { accountNow } from '../account.ts'
import { go } from '../router.ts'
import { snack } from '../Snack.tsx'

/** The dishes that the signed-in account has saved, by id: the hearts of the menu, the item sheet and the list of saved dishes. */
const store = createStore<{ owner: string | null; ids: ReadonlySet<string> }>({ owner: null, ids: new Set() })
export const isSaved = (id: string): boolean => store.get().ids.has(id)
export const onSavedChange = store.subscribe
export const savedIds = store

/** Reads which dishes are saved, once per account. Failures leave the hearts empty; pressing one still works. */
export async function loadSaved(): Promise<void> {
  const owner = accountNow()?._id ?? null
  if (store.get().owner === owner) return
  store.set({ owner, ids: new Set() })
  if (!owner) return
  try {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await call('GET /menus/saved', { query: { page, limit: 100 }, quiet: true })
      pages = answer.totalPages
      if (store.get().owner !== owner) return
      store.set(({ ids }) => ({ owner, ids: new Set([...ids, ...answer.items.map((item) => item._id)]) }))
    }
  } catch {
    store.set((now) => (now.owner === owner ? { ...now, owner: null } : now))
  }
}

/** Marks a dish as saved or not, also after another page has done so. */
export function markSaved(id: string, saved: boolean): void {
  store.set(({ owner, ids }) => {
    const next = new Set(ids)
    if (saved) next.add(id)
    else next.delete(id)
    return { owner, ids: next }
  })
}

/** A press on a heart: shown at once, taken back when the call fails. Without an account the guest is asked to sign in (SPEC §6). */
export async function toggleSaved(id: string): Promise<void> {
  if (!accountNow())
    return snack('Sign in to save dishes.', {
      id: 'saved',
      action: { label: 'Sign in', press: () => go(to.dinerLogin({ from: location.pathname + location.search })) },
    })
  const saved = !isSaved(id)
  markSaved(id, saved)
  try {
    if (saved) await call('POST /menus/item/save', { body: { menuItemId: id } })
    else await call('DELETE /menus/item/:id/unsave', { params: { id } })
  } catch (error) {
    markSaved(id, !saved)
    if (!wasShown(error))
      snack(messageOf(error, saved ? 'Failed to save menu item' : 'Failed to unsave menu item'), { id: 'saved', tone: 'error' })
  }
}
