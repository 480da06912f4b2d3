import { randomId } from '#domain/ids.ts'
import type { Answer } from '#web/core/api.ts'
import { readStored, writeStored } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'

/**
 * Sign-in with Google by OpenID Connect's implicit flow: the browser goes to Google and comes back to the restaurant's sign-in page with an ID token in the
 * fragment. No script of Google's runs in Tawa, so the pages' policy allows none. `state` and `nonce` tie the answer to this browser: nobody can sign
 * somebody in to another account by a link.
 */
type Asked = { state: string; nonce: string; from: string | null }
type GoogleClient = NonNullable<Answer<'GET /auth/google'>['google']>
type GoogleAnswer = { idToken: string; from: string | null } | { failed: boolean }

const KEY = 'tawa_google'

/** Where to go to sign in with Google. `from` is where the person wanted to go in Tawa. */
export function googleAddress({ clientId, authorizeUrl }: GoogleClient, from: string | null): string {
  const asked: Asked = { state: randomId(), nonce: randomId(), from }
  writeStored(KEY, asked)
  const url = new URL(authorizeUrl)
  for (const [name, value] of Object.entries({
    client_id: clientId,
    redirect_uri: `${location.origin}${to.login('restaurant')}`,
    response_type: 'id_token',
    scope: 'openid email',
    prompt: 'select_account',
    state: asked.state,
    nonce: asked.nonce,
  }))
    url.searchParams.set(name, value)
  return url.href
}

/** Google's answer in an address's fragment; null without one. `failed` is false if the person cancelled. An answer can be used only once. */
export function takeGoogleAnswer(hash: string): GoogleAnswer | null {
  const answer = new URLSearchParams(hash.replace(/^#/, ''))
  const idToken = answer.get('id_token')
  const error = answer.get('error')
  if (!idToken && !error) return null
  const asked = readStored<Asked>(KEY)
  // Any page can open this one with an answer of its own. Google sends `state` with errors too, so that ends no sign-in that is under way.
  const isOurs = asked !== null && answer.get('state') === asked.state
  if (isOurs) writeStored(KEY, null)
  if (error) return { failed: error !== 'access_denied' }
  if (!idToken || !isOurs || nonceOf(idToken) !== asked.nonce) return { failed: true }
  return { idToken, from: asked.from }
}

/** Checks only that the token answers this browser's request; the server checks the token itself. */
function nonceOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    return (JSON.parse(atob(payload)) as { nonce?: unknown }).nonce
  } catch {
    return undefined
  }
}
