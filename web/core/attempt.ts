import { randomId } from '#domain/ids.ts'
import { type Answer, ApiError, type Call, type CallOptions, type Input, request } from './api.ts'
import { FACTS } from './facts.ts'

/** Text that is the same for equal inputs, whatever the order of their fields. A file is identified by its name, size and time. */
function textOf(input: unknown): string {
  return (
    JSON.stringify(input, (_, value: unknown) => {
      if (value instanceof File) return [value.name, value.size, value.lastModified]
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    }) ?? ''
  )
}

/** Kinds of call, by what their keys depend on (facts.ts). */
const STEP = 2
const CREATES = 3
const AGAIN = 4

type Parts = { params?: unknown; query?: unknown; body?: unknown }
/** What the person asked for. Only of a step is the version in the body part of it: an event raises it without anyone having typed. */
const askedFor = (input: Parts, step: boolean) =>
  textOf(step ? input : { ...input, body: { ...(input.body as object | undefined), version: undefined } })

/** These refusals come before the server looks up the stored answer, so they say nothing about an earlier attempt. */
const REFUSED_FIRST = ['busy', 'page_disabled', 'pending_approval', 'rejected']

/**
 * True if the action may have happened despite this failure, now or at an earlier attempt with the same key: there was no answer, a 5xx, or a refusal that
 * comes before the stored answer is looked up (401, 429, a switched off page, a restaurant that waits for approval, 409 `busy`).
 */
export const leavesOpen = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.network || error.status >= 500 || error.status === 401 || error.status === 429 || REFUSED_FIRST.includes(error.code))

/** After this time the same input is a new action, if it creates nothing or may be meant again: a table may call the waiter again half an hour later. */
const REPEAT_MS = 2 * 60_000
/** Unanswered actions are rare; this only bounds the memory of a page that stays open for days. */
const MOST = 300

type Action = { about: string; key: string; input: unknown; underWay: number; failedAt: number; held?: boolean }
type Actions = [id: string, action: Action][]

/**
 * Calls whose unanswered actions survive a reload, so that no order, payment or table is made twice. The others are forgotten with the page, because their input
 * may hold a password or a file.
 */
const SURVIVES = /^\S+ \/(orders|pos|tables)\b/

/** Stores unanswered actions beyond a reload, with their owner. Each tab has its own, since two tabs count as two devices. */
export type Kept = {
  read: () => { owner: string; actions: Actions } | null
  write: (kept: { owner: string; actions: Actions } | null) => void
}
const STORED = 'tawa_attempts'
const inThisTab: Kept = {
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as ReturnType<Kept['read']>
    } catch {
      return null
    }
  },
  write(kept) {
    try {
      if (kept === null || kept.actions.length === 0) sessionStorage.removeItem(STORED)
      else sessionStorage.setItem(STORED, JSON.stringify(kept))
    } catch {
      // Storage is unavailable: the actions last until the page is closed.
    }
  },
}

/** Sending an input: the key to send, and what to send under it. `ended` takes the error, or nothing after a success. */
export type Attempt<I> = { key: string; input: I; ended: (error?: unknown) => void }

/**
 * Idempotency-Keys of what a person does (CONTRACT §1). Pressing Save again after a failure that may have hidden a success is the same action: it sends the
 * same key, and the input that was sent first, because the server refuses a key with another body. After an answer it is another action.
 *
 * - A call that creates something keeps its unanswered actions until the page is closed (those of SURVIVES until the tab is): nothing that is done in between
 *   undoes what was created. What may be meant again later that day (a table's call, a paper, a delivery) ends after two minutes, or if a form
 *   asks for it (`opened`), when that is closed: until then a press on Save is the same action, however late. A count, which has no form, also ends when
 *   its material is counted otherwise.
 * - A step (one portion less, one share given back, the bill as it is now) is the same as long as the version that was seen is: once its result is seen, the same
 *   input is the next step.
 * - Any other call sets a state. An unanswered action ends after two minutes, and when the person chose something else after it failed: "sold out",
 *   "available", "sold out" are three actions. Of the same thing (named in the call's address) a newer choice ends it also while it is under way.
 */
export function createAttempts(kept: Kept = inThisTab) {
  const actions = new Map<string, Action>()
  const forms = new Set<Call>()
  let owner: string | null = null
  const keep = () => {
    if (owner !== null) kept.write({ owner, actions: [...actions].filter(([id]) => SURVIVES.test(id)) })
  }
  return {
    begin<I extends Parts>(address: Call, input: I): Attempt<I> {
      const kind = FACTS[address].key
      const id = `${address} ${askedFor(input, kind === STEP)}`
      const named = input.params ?? input.query
      const about = `${address} ${textOf(named)}`
      const known = actions.get(id)
      const repeats = known && (known.underWay > 0 || kind === CREATES || known.held || Date.now() - known.failedAt < REPEAT_MS)
      const action = repeats ? known : { about, key: randomId(), input, underWay: 0, failedAt: 0 }
      if (kind < CREATES || (kind === AGAIN && named))
        for (const [other, { about: its, underWay, held }] of actions)
          if (other !== id && its === about && !held && (underWay === 0 || named !== undefined)) actions.delete(other)
      // Set again, so that the newest is the last.
      actions.delete(id)
      actions.set(id, action)
      action.underWay += 1
      action.held = forms.has(address)
      if (actions.size > MOST) actions.delete([...actions.keys()][0]!)
      // Kept before it is sent: a reload in between gets no answer.
      keep()
      return {
        key: action.key,
        input: action.input as I,
        ended(error) {
          action.underWay -= 1
          if (actions.get(id) !== action) return
          if (leavesOpen(error)) action.failedAt = Date.now()
          else actions.delete(id)
          keep()
        },
      }
    },
    /** A form of the call is open. The result closes it: what has no answer is then over; what is still under way ends after two minutes. */
    opened(address: Call) {
      forms.add(address)
      return () => {
        forms.delete(address)
        for (const [id, action] of actions)
          if (id.startsWith(`${address} `)) {
            action.held = false
            if (action.underWay === 0) actions.delete(id)
          }
      }
    },
    /** Another person or restaurant, or null for nobody. Their own unanswered actions of this tab come back; another's are gone for good. */
    belongTo(who: string | null) {
      if (who === owner) return
      owner = who
      actions.clear()
      if (who === null) return
      const found = kept.read()
      if (found?.owner === who)
        for (const [id, action] of found.actions) actions.set(id, { ...action, underWay: 0, failedAt: action.failedAt || Date.now() })
      else kept.write(null)
    },
    forget() {
      actions.clear()
      kept.write(null)
    },
  }
}

const attempts = createAttempts()
export const attemptsBelongTo = attempts.belongTo
/** While a form of the call is open; the result is for its end. */
export const formOpened = (address: Call): (() => void) | undefined => (FACTS[address].key === AGAIN ? attempts.opened(address) : undefined)
/** For a sign-out. After an ended session they stay for the same person. */
export const forgetAttempts = attempts.forget

/** Makes a writing call. An equal input repeats an unanswered action, whichever button or form made it. Throws ApiError. */
export async function command<K extends Call>(
  address: K,
  input: Input<K>,
  options: Pick<CallOptions, 'signal' | 'onProgress' | 'keepalive'> = {},
): Promise<Answer<K>> {
  if (!FACTS[address].key) return (await request(address, { ...(input as object), ...options })) as Answer<K>
  const attempt = attempts.begin(address, input as Parts)
  try {
    const answer = (await request(address, { ...(attempt.input as object), ...options, idempotencyKey: attempt.key })) as Answer<K>
    attempt.ended()
    return answer
  } catch (error) {
    attempt.ended(error)
    throw error
  }
}
