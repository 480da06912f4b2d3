import { ApiError, call } from '#web/core/api.ts'
import { createStore, readText, useStore, writeText } from '#web/core/store.ts'
import { isRefusal, type ProblemCode, PrintProblem } from './problems.ts'
import { loadQz, onEarlyEnd, onSocket, type PrinterEvent, type Qz } from './qz.ts'

/**
 * The print agent of this computer: QZ Tray, over a websocket (SPEC §7 "Printing and real time", §8, §9; PLATFORM "QZ Tray"). It connects, lists the
 * printers and prints one job after the other. What is printed, on which printer, and whether to print again is decided elsewhere.
 */
export type AgentState =
  | { is: 'off' }
  /**
   * `asking`: the agent has answered, and waits for somebody at this computer to allow the connection. `after`: why the attempt before failed; it is still true while
   * the page tries again by itself, which may take a minute.
   */
  | { is: 'connecting'; asking: boolean; after?: PrintProblem }
  | { is: 'connected'; version: string; since: string }
  | { is: 'failed'; problem: PrintProblem }

const state = createStore<AgentState>({ is: 'off' })
export const useAgent = (): AgentState => useStore(state)
export const agentNow = state.get
/** Why nothing is printed through the agent at the moment; null while it is connected or was not tried, and while it asks a person. */
export const problemNow = (agent: AgentState): PrintProblem | null =>
  agent.is === 'failed' ? agent.problem : agent.is === 'connecting' && !agent.asking ? (agent.after ?? null) : null

// SPEC §9.
const TRIES = 3
const WAIT = 1000
// New lists for each attempt, because qz-tray remembers its position in them.
const ports = () => ({ secure: [8181, 8282, 8383, 8484], insecure: [8182, 8283, 8384, 8485] })
const KEEP_ALIVE = 60
/** An agent that doesn't answer the question for its version within this time (ms) is stuck. */
const PATIENCE = 5000
/**
 * A connection can hang without being refused (PLATFORM): the attempt fails when a port gives no answer within this time (ms). It is longer than 5 s, because Chromium
 * delays a page's sockets by up to 5 s after some minutes of failed attempts.
 */
const PORT_PATIENCE = 7000
/** How long a person may take to answer QZ Tray's question, in ms. */
const ASKING = 60_000
/** If QZ Tray reports no end of a job within this time (ms), it is unknown whether it was printed. */
const JOB_PATIENCE = 20_000
/** How long (ms) the end of such a job is still awaited: most printers that print late were out of paper. */
const LATE_PATIENCE = 15 * 60_000
/** How long QZ Tray's other calls may take, signing included, in ms. qz-tray's promises have no time limit of their own. */
const CALL_PATIENCE = 20_000
/** How long a connection may take to close, in ms. After that it is abandoned. */
const HANG_UP = 1000
/** When to try a paper again that could not be sent, in ms, if the server gives no time. */
const AGAIN = 2000

/** The key that is set once this device was connected. From then on an agent that doesn't answer counts as not running instead of not installed. */
const MET = 'tawa_agent_met'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves as `work` does, but fails after `ms`; or after ASKING more, if `asking()` then returns true because a person is being asked. `renewed` gets a function that starts the time again. */
function within<T>(
  work: Promise<T>,
  ms: number,
  asking: () => Promise<boolean> = async () => false,
  renewed: (renew: () => void) => void = () => undefined,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new NoReply())
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        if (await asking()) timer = setTimeout(giveUp, ASKING)
        else giveUp()
      }, ms)
    }
    begin()
    renewed(begin)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

class NoReply extends Error {}

/** Why the certificate could not be read, which qz-tray's own error doesn't tell. */
let refused: PrintProblem | null = null
/** Why the last signature was not given, which qz-tray's own error doesn't tell. */
let unsigned: unknown = null
/** The number of the connection: it goes up whenever one has ended. */
let connection = 0
/** The printers that were found on this connection. */
let known: string[] = []
/** By printer: whether its job events are sent on this connection. */
let listening = new Map<string, Promise<boolean>>()
const watchers = new Map<string, { told: (event: PrinterEvent) => void; lost: () => void }>()

/**
 * Connects to QZ Tray: 3 tries with a second between them (SPEC §9). Does nothing when connected. Throws PrintProblem, which is also the state then;
 * while another attempt runs, it throws 'Connection attempt already in progress' and changes nothing.
 */
export async function connectAgent(): Promise<void> {
  if (attempt) throw new PrintProblem('inProgress')
  if (state.get().is === 'connected') return
  attempt = connect()
  await attempt.finally(() => (attempt = null))
}

let attempt: Promise<void> | null = null

async function connect(): Promise<void> {
  const before = state.get()
  state.set({ is: 'connecting', asking: false, ...(before.is === 'failed' ? { after: before.problem } : null) })
  try {
    const qz = await loadQz()
    prepare(qz)
    let version = ''
    for (let n = 1; !version; n++)
      try {
        version = await connectOnce(qz)
      } catch (error) {
        if (refused || isBlock(error) || n === TRIES) throw error
        await wait(WAIT)
      }
    writeText(MET, 'yes')
    state.set({ is: 'connected', version, since: new Date().toISOString() })
  } catch (error) {
    const problem = await problemOf(error)
    state.set({ is: 'failed', problem })
    throw problem
  }
}

function prepare(qz: Qz) {
  refused = null
  qz.security.setSignatureAlgorithm('SHA512')
  qz.security.setCertificatePromise(
    (resolve, reject) => {
      call('GET /cert/certificate').then(resolve, (error: unknown) => {
        refused = new PrintProblem('certificate', error)
        reject(refused)
      })
    },
    { rejectOnFailure: true },
  )
  qz.security.setSignaturePromise((request) => (resolve, reject) => {
    const asked = connection
    // Quiet, because nobody pressed anything. A paper that isn't signed waits.
    call('POST /cert/sign', { body: { request }, quiet: true }).then(
      // A signature for an ended connection is refused: qz-tray would send that call over the next connection, although it has already reported it as failed.
      ({ signature }) => (asked === connection ? resolve(signature) : reject(new Error('Connection closed'))),
      (error: unknown) => {
        unsigned = error
        reject(error)
      },
    )
  })
  qz.printers.setPrinterCallbacks((event) => {
    if (event.eventType === 'JOB' && event.jobName) watchers.get(event.jobName)?.told(event)
  })
  qz.websocket.setClosedCallbacks(() => {
    connection += 1
    listening = new Map()
    known = []
    for (const { lost } of watchers.values()) lost()
    if (state.get().is === 'connected') state.set({ is: 'failed', problem: new PrintProblem('unable') })
  })
}

/** Connects, and returns QZ Tray's version. */
async function connectOnce(qz: Qz): Promise<string> {
  const secure = location.protocol === 'https:'
  const ended = new Promise<never>((_, reject) => onEarlyEnd(reject))
  const made = qz.websocket.connect({ host: 'localhost', usingSecure: secure, port: ports(), keepAlive: KEEP_ALIVE })
  const connecting = Promise.race([made, ended])
  // An agent that tells its version but doesn't accept the page is asking a person; one that doesn't answer is stuck.
  const asking = async () => {
    const says = qz.websocket.isActive() && (await within(qz.api.askVersion(), PATIENCE).catch(() => ''))
    if (says) state.set({ is: 'connecting', asking: true })
    return Boolean(says)
  }
  try {
    await within(connecting, PORT_PATIENCE, asking, onSocket)
    return await within(qz.api.askVersion(), PATIENCE)
  } catch (error) {
    connecting.catch(() => undefined)
    await hangUp(qz)
    throw error
  } finally {
    onSocket(() => undefined)
  }
}

/** Closes the connection, because qz-tray refuses a new one while an old one is left. For one that was still being made, qz-tray's own promise never ends. */
const hangUp = (qz: Qz): Promise<void> => within(qz.websocket.disconnect(), HANG_UP).catch(() => undefined)

/** Waits for a call that QZ Tray must answer soon. If it doesn't, it is asked for its version, which needs no person; an agent that doesn't answer that either is disconnected and looked for again. */
async function answered<T>(qz: Qz, asked: Promise<T>): Promise<T> {
  try {
    return await within(asked, CALL_PATIENCE)
  } catch (error) {
    if (error instanceof NoReply) within(qz.api.askVersion(), PATIENCE).catch(() => hangUp(qz))
    throw error
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const isBlock = (error: unknown): boolean => /blocked/i.test(textOf(error))

async function problemOf(error: unknown): Promise<PrintProblem> {
  if (refused) return refused
  if (isBlock(error)) return new PrintProblem('authentication', error)
  if (await networkBlocked()) return new PrintProblem('blocked', error)
  return new PrintProblem(readText(MET) ? 'unable' : 'notFound', error)
}

/** True if the browser blocks pages from programs on this computer. The permission has had three names. */
async function networkBlocked(): Promise<boolean> {
  for (const name of ['loopback-network', 'local-network', 'local-network-access'])
    try {
      const { state: permission } = await navigator.permissions.query({ name: name as PermissionName })
      if (permission === 'denied') return true
    } catch {
      // A browser that doesn't know the permission doesn't block either.
    }
  return false
}

/** The exact names of this computer's printers. Throws PrintProblem: no printer, detection failed, or no connection. */
export async function findPrinters(): Promise<string[]> {
  await connected()
  const found = await finding()
  if (found.length === 0) throw new PrintProblem('noPrinter')
  return found
}

/** One search for all who ask at the same time, because signatures are limited. */
const finding = (): Promise<string[]> => (looking ??= look().finally(() => (looking = null)))
let looking: Promise<string[]> | null = null

async function look(): Promise<string[]> {
  const qz = await loadQz()
  try {
    // QZ Tray may return a single printer as a string.
    known = [await answered(qz, qz.printers.find())].flat()
    return known
  } catch (error) {
    if (isUnsigned(error)) throw new PrintProblem('authentication', unsigned)
    throw new PrintProblem(isBlock(error) ? 'authentication' : 'detection', error)
  }
}

/** Nothing was sent to QZ Tray, because the server gave no signature. */
const isUnsigned = (error: unknown): boolean => /failed to sign/i.test(textOf(error))

/** Problems that are not the paper's and may pass by themselves, such as an agent that is away for a moment. */
const PASSING: readonly ProblemCode[] = ['unable', 'notFound', 'inProgress']

/** The outcome for a paper that QZ Tray didn't get. It is tried later if the problem may pass, such as a rate limit for signatures or a lost network; otherwise it has failed. */
function unsent(problem: PrintProblem): Outcome {
  const { code, cause } = problem
  if (cause instanceof ApiError && !isRefusal(cause))
    return { is: 'later', wait: cause.retryAfter === undefined ? AGAIN : cause.retryAfter * 1000, problem }
  return PASSING.includes(code) ? { is: 'later', wait: AGAIN, problem } : { is: 'failed', problem }
}

/** Connects, or waits for the attempt that runs. */
const connected = (): Promise<void> => attempt ?? connectAgent()

/**
 * How a job ended. `failed`: certainly nothing was printed. `later`: nothing was printed either, and it is worth another try after `wait` ms. `unknown`: something may have
 * been printed, so it must not be sent again unmarked; `late` becomes true if the printer reports later that it was.
 */
export type Outcome =
  | { is: 'printed' }
  | { is: 'failed' | 'unknown'; problem: PrintProblem; late?: Promise<boolean> }
  | { is: 'later'; wait: number; problem: PrintProblem }

const last = new Map<string, Promise<unknown>>()

/**
 * Prints `bytes` on the printer of exactly this name, after the jobs before it on that printer have ended: jobs that are sent together arrive out of order
 * (PLATFORM). `job` is unique to it, and is its name in the computer's list of prints. Not printed any more after `latest`, in ms since 1970. Never throws.
 */
export function printBytes(printer: string, bytes: Uint8Array, job: string, latest = Infinity): Promise<Outcome> {
  const mine = Promise.resolve(last.get(printer)).then(() => printOne(printer, bytes, job, latest))
  last.set(printer, mine)
  return mine
}

async function printOne(printer: string, bytes: Uint8Array, job: string, latest: number): Promise<Outcome> {
  let events: boolean
  try {
    await connected()
    // QZ Tray would also accept a part of a printer's name.
    if (!known.includes(printer) && !(await finding()).includes(printer)) throw new PrintProblem('noPrinter')
    events = await listenTo(printer)
    if (Date.now() > latest) throw new PrintProblem('unable')
  } catch (error) {
    return unsent(error instanceof PrintProblem ? error : new PrintProblem('unknown', error))
  }
  const qz = await loadQz()
  const ended = watch(job)
  try {
    const taken = qz.print(qz.configs.create(printer, { jobName: job }), [
      { type: 'raw', format: 'command', flavor: 'base64', data: base64(bytes) },
    ])
    const end = await Promise.race([taken.then(() => (events ? ended.outcome : 'printed')), ended.outcome])
    if (end === 'printed') return { is: 'printed' }
    const problem = new PrintProblem(end === 'lost' ? 'unknown' : 'notSent')
    if (end !== 'silence') return { is: 'unknown', problem }
    answered(qz, taken).catch(() => undefined)
    return { is: 'unknown', problem, late: ended.late() }
  } catch (error) {
    if (isUnsigned(error)) return unsent(new PrintProblem('authentication', unsigned))
    if (isBlock(error)) return { is: 'failed', problem: new PrintProblem('authentication', error) }
    if (/cannot find printer|could not be found/i.test(textOf(error)))
      return { is: 'failed', problem: new PrintProblem('noPrinter', error) }
    return { is: 'unknown', problem: new PrintProblem('notSent', error) }
  } finally {
    ended.stop()
  }
}

/** Prepares what the first print needs, ahead of it. */
export const makeReady = (printers: readonly string[]): void => {
  for (const printer of printers) listenTo(printer).catch(() => undefined)
}

/** Asks for the events of a printer's jobs, once per connection: false if its driver sends none. Throws PrintProblem when it could not be asked. */
function listenTo(printer: string): Promise<boolean> {
  const asked = listening.get(printer)
  if (asked) return asked
  const answer = listen(printer)
  listening.set(printer, answer)
  answer.catch(() => {
    if (listening.get(printer) === answer) listening.delete(printer)
  })
  return answer
}

async function listen(printer: string): Promise<boolean> {
  const qz = await loadQz()
  const asked = connection
  try {
    await answered(qz, qz.printers.startListening(printer))
    return true
  } catch (error) {
    if (isUnsigned(error) && asked === connection) throw new PrintProblem('authentication', unsigned)
    if (error instanceof NoReply || asked !== connection) throw new PrintProblem('unable', error)
    if (isBlock(error)) throw new PrintProblem('authentication', error)
    return false
  }
}

const DONE = new Set(['COMPLETE', 'RETAINED'])
const GONE = new Set(['ABORTED', 'CANCELED', 'DELETED'])

/** `gone`: somebody removed the job. `lost`: the connection ended first. `silence`: no event came in time. */
type End = 'printed' | 'gone' | 'lost' | 'silence'

/** Waits for the end of a job by its events. */
function watch(job: string) {
  let end: (how: End) => void = () => undefined
  const ending = () => new Promise<End>((resolve) => (end = resolve))
  const outcome = ending()
  let timer = setTimeout(() => end('silence'), JOB_PATIENCE)
  let keeps = false
  const stop = () => {
    clearTimeout(timer)
    watchers.delete(job)
  }
  watchers.set(job, {
    told: ({ statusText }) => {
      if (DONE.has(statusText)) end('printed')
      else if (GONE.has(statusText)) end('gone')
    },
    lost: () => end('lost'),
  })
  return {
    outcome,
    /** After `silence`: resolves with whether it was printed after all. */
    late: (): Promise<boolean> => {
      keeps = true
      const later = ending()
      timer = setTimeout(() => end('silence'), LATE_PATIENCE)
      return later.then((how) => how === 'printed').finally(stop)
    },
    stop: () => {
      if (!keeps) stop()
    },
  }
}

/** In pieces, because the number of a function's arguments is limited. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  return btoa(text)
}
