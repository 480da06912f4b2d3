/**
 * The service worker: lets the staff's pages open without a network. It keeps one copy of the app's files, whole, for each build, and never a call of the API.
 * Built and given its list of files by scripts/lib/offline.ts; registered by web/core/appFiles.ts once somebody of a restaurant is signed in.
 * docs/decisions/020-offline.md says why it is written like this.
 */
type Waits = Event & { waitUntil: (done: Promise<unknown>) => void }
type Fetches = Event & { request: Request; respondWith: (answer: Promise<Response>) => void }

/** Put before this file by the build. `id` is also in the build's page; `files` are paths. */
declare const BUILD: { id: string; files: readonly string[] }

const PREFIX = 'tawa-files-'
const NAME = PREFIX + BUILD.id
const PAGE = '/'
/** The staff's pages with their sign-in page, and the two addresses that lead there. All other pages (diners', partners') are left to the browser. */
const STAFF = /^\/(dashboard|restaurant(\/.*)?)?$/
/** For a network that doesn't answer: after this time, in ms, the kept page is shown. */
const PATIENCE_MS = 4000
/** How often a file of a new build is asked for: one lost answer among hundreds would leave the device without any until somebody reloads the page. */
const TRIES = 4
/** How long an answer may take then, and how long the next try waits, in ms. */
const ANSWER_MS = 60_000
const PAUSE_MS = 2000

/** A file from the network, which may be away for some seconds. Throws when no try was answered. */
async function fetched(path: string, options: RequestInit, tries = TRIES): Promise<Response> {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(ANSWER_MS) })
  } catch (error) {
    if (tries === 1) throw error
  }
  await new Promise((done) => setTimeout(done, PAUSE_MS))
  return fetched(path, options, tries - 1)
}

/** A file of this build. Throws for an error, a redirect, another site's answer, or a page where a file was asked for (a wifi's sign-in page). */
async function download(path: string): Promise<Response> {
  // Files with a hash in their name may come from the browser's cache; the others are fetched again.
  const answer = await fetched(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' })
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false
  if (!answer.ok || answer.redirected || answer.type !== 'basic' || isPage !== (path === PAGE)) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/** Keeps the page and all its files, or nothing: a page without its scripts is worse than the browser's own error. */
async function keepBuild(): Promise<void> {
  const page = await download(PAGE)
  // During a deploy, the page may be the other build's.
  if (!(await page.clone().text()).includes(`name="tawa-build" content="${BUILD.id}"`)) throw new Error('The page is of another build')
  const files = await Promise.all(BUILD.files.map(async (path) => [path, await download(path)] as const))
  const cache = await caches.open(NAME)
  try {
    for (const [path, file] of [...files, [PAGE, page] as const]) await cache.put(path, file)
  } catch (error) {
    // The device is full.
    await caches.delete(NAME)
    throw error
  }
}

/** Keeps this build and the one before it, whose pages may still be open and load more of their scripts. */
async function dropOlder(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const kept = async (path: string) => (await caches.open(NAME)).match(path, { ignoreVary: true })

/** The server's page, so that a new build is used from the next navigation on; the kept one when the server doesn't answer, or answers with an error. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request)
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS))
  const answer = await Promise.race([asked, late]).catch(() => null)
  if (answer && answer.status < 500) return answer
  return (await kept(PAGE)) ?? asked
}

/** A file whose name has a hash never changes: from any kept build, else from the server. */
const hashed = async (request: Request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

/** A file without a hash: the server's, or the kept one. */
const unhashed = (request: Request, path: string) =>
  fetch(request).catch(async (error: unknown) => {
    const file = await kept(path)
    if (file) return file
    throw error
  })

addEventListener('install', (event) => {
  // Takes over at once. Open pages go on with the files of their own build, which dropOlder keeps.
  const ready = keepBuild().then(() => (globalThis as unknown as { skipWaiting: () => Promise<void> }).skipWaiting())
  ;(event as Waits).waitUntil(ready)
})

addEventListener('activate', (event) => (event as Waits).waitUntil(dropOlder()))

addEventListener('fetch', (event) => {
  const asked = event as Fetches
  const { request } = asked
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (STAFF.test(pathname)) asked.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) asked.respondWith(hashed(request))
  else if (BUILD.files.includes(pathname)) asked.respondWith(unhashed(request, pathname))
})
