/** What a shelf holds of one answer: its JSON, and when it was last known to be the server's state. */
export type Kept = { text: string; at: number }
/** Without `text` only the time changes. */
export type Change = { text?: string; at: number }

/** A place on this device for the answers of one owner at a time: whoever writes for another owner empties it first. All are empty where the browser has no storage. */
export type Shelf = {
  read: (owner: string, id: string) => Promise<Kept | null>
  write: (owner: string, changes: ReadonlyMap<string, Change>) => Promise<void>
  clear: () => Promise<void>
}

const DATABASE = 'tawa'
const STORE = 'answers'
const OWNER = 'owner'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

/** The shelf in IndexedDB. One store: `owner`, and for each answer `text:<id>` and `at:<id>`, so that a new time doesn't write the text again. */
export function deviceShelf(): Shelf {
  let opened: Promise<IDBDatabase> | null = null
  const open = () =>
    (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
      done(request).then(resolve, reject)
    }))
  const within = async <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await run((await open()).transaction(STORE, mode).objectStore(STORE))
    } catch {
      opened = null
      return otherwise
    }
  }
  return {
    read: (owner, id) =>
      within<Kept | null>(
        'readonly',
        async (store) => {
          const [whose, text, at] = await Promise.all([done(store.get(OWNER)), done(store.get(`text:${id}`)), done(store.get(`at:${id}`))])
          return whose === owner && typeof text === 'string' && typeof at === 'number' ? { text, at } : null
        },
        null,
      ),
    write: (owner, changes) =>
      within(
        'readwrite',
        async (store) => {
          if ((await done(store.get(OWNER))) !== owner) {
            store.clear()
            store.put(owner, OWNER)
          }
          for (const [id, { text, at }] of changes) {
            if (text !== undefined) store.put(text, `text:${id}`)
            store.put(at, `at:${id}`)
          }
        },
        undefined,
      ),
    clear: () => within('readwrite', async (store) => void (await done(store.clear())), undefined),
  }
}
