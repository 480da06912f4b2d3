import { call } from '#web/core/api.ts'
import { createStore, readText, useStore, writeText } from '#web/core/store.ts'
import { PrintProblem } from './problems.ts'
import { loadQz, type PrinterEvent, type Qz } from './qz.ts'

/**
 * The print agent of this computer: QZ Tray, over a websocket (SPEC §7 "Printing and real time", §8, §9; PLATFORM "QZ Tray"). It connects, lists the
 * printers and prints one job after the other. What is printed, on which printer and whether again is not its concern.
 */
export type AgentState =
  | { is: 'off' }
  /** `asking`: the agent has answered, and waits until somebody at this computer allows the connection. */
  | { is: 'connecting'; asking: boolean }
  | { is: 'connected'; version: string; since: string }
  | { is: 'failed'; problem: PrintProblem }

const state = createStore<AgentState>({ is: 'off' })
export const useAgent = (): AgentState => useStore(state)
export const agentNow = state.get

// SPEC §9.
const TRIES = 3
const WAIT = 1000
// New ones for each attempt: qz-tray keeps its place in them.
const ports = () => ({ secure: [8181, 8282, 8383, 8484], insecure: [8182, 8283, 8384, 8485] })
const KEEP_ALIVE = 60
/** A connection that is refused in silence can hang (PLATFORM): longer than this, and the try has failed. */
const PATIENCE = 5000
/** How long somebody may take to answer QZ Tray's own question. */
const ASKING = 60_000
/** So long after QZ Tray took a job without an event of its end, nobody knows whether it was printed. */
const JOB_PATIENCE = 20_000

/** Set once this device has been connected: then an agent that doesn't answer is not running, rather than not installed. */
const MET = 'tawa_agent_met'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Ends as `attempt` does, but fails when it takes longer than PATIENCE, or ASKING when `asking()` says then that a person is being asked. */
function within(attempt: Promise<void>, asking: () => boolean): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('No answer'))
    timer = setTimeout(() => {
      if (asking()) timer = setTimeout(giveUp, ASKING)
      else giveUp()
    }, PATIENCE)
  })
  return Promise.race([attempt, late]).finally(() => clearTimeout(timer))
}

/** What went wrong in reading the certificate or signing: qz-tray's own errors don't say. */
let refused: PrintProblem | null = null
/** The printers that were found on this connection. */
let known: string[] = []
/** By printer: are its job events sent on this connection? */
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
  state.set({ is: 'connecting', asking: false })
  try {
    const qz = await loadQz()
    prepare(qz)
    for (let n = 1; ; n++)
      try {
        await connectOnce(qz)
        break
      } catch (error) {
        if (refused || isBlock(error) || n === TRIES) throw error
        await wait(WAIT)
      }
    writeText(MET, 'yes')
    listening = new Map()
    known = []
    state.set({ is: 'connected', version: await qz.api.getVersion(), since: new Date().toISOString() })
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
    call('POST /cert/sign', { body: { request } }).then(
      ({ signature }) => resolve(signature),
      (error: unknown) => {
        refused = new PrintProblem('authentication', error)
        reject(refused)
      },
    )
  })
  qz.printers.setPrinterCallbacks((event) => {
    if (event.eventType === 'JOB' && event.jobName) watchers.get(event.jobName)?.told(event)
  })
  qz.websocket.setClosedCallbacks(() => {
    for (const { lost } of watchers.values()) lost()
    if (state.get().is === 'connected') state.set({ is: 'failed', problem: new PrintProblem('unable') })
  })
}

async function connectOnce(qz: Qz): Promise<void> {
  const secure = location.protocol === 'https:'
  const connecting = qz.websocket.connect({ host: 'localhost', usingSecure: secure, port: ports(), keepAlive: KEEP_ALIVE })
  const asking = () => {
    const open = qz.websocket.isActive()
    if (open) state.set({ is: 'connecting', asking: true })
    return open
  }
  try {
    await within(connecting, asking)
  } catch (error) {
    // Whatever is left of the attempt would refuse the next one.
    connecting.catch(() => undefined)
    await qz.websocket.disconnect().catch(() => undefined)
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

/** Does the browser keep pages from programs on this computer? Its permission has had three names. */
async function networkBlocked(): Promise<boolean> {
  for (const name of ['loopback-network', 'local-network', 'local-network-access'])
    try {
      const { state: permission } = await navigator.permissions.query({ name: name as PermissionName })
      if (permission === 'denied') return true
    } catch {
      // A browser that doesn't know the name doesn't block either.
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

async function finding(): Promise<string[]> {
  const qz = await loadQz()
  refused = null
  try {
    // One printer may come as a text.
    known = [await qz.printers.find()].flat()
    return known
  } catch (error) {
    throw refused ?? new PrintProblem(isBlock(error) ? 'authentication' : 'detection', error)
  }
}

/** Connects, or waits for the attempt that runs. */
const connected = (): Promise<void> => attempt ?? connectAgent()

/** How a job ended. `failed`: certainly nothing was printed. `unknown`: something may have been printed, so it must not be sent again unmarked. */
export type Outcome = { is: 'printed' } | { is: 'failed' | 'unknown'; problem: PrintProblem }

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
  try {
    await connected()
    // QZ Tray takes a part of a name for the whole one.
    if (!known.includes(printer) && !(await finding()).includes(printer)) throw new PrintProblem('noPrinter')
  } catch (error) {
    return { is: 'failed', problem: error instanceof PrintProblem ? error : new PrintProblem('unknown', error) }
  }
  const qz = await loadQz()
  const events = await listenTo(qz, printer)
  if (Date.now() > latest) return { is: 'failed', problem: new PrintProblem('unable') }
  const ended = events ? watch(job) : null
  try {
    refused = null
    await qz.print(qz.configs.create(printer, { jobName: job }), [
      { type: 'raw', format: 'command', flavor: 'base64', data: base64(bytes) },
    ])
    if (!ended) return { is: 'printed' }
    return (await ended.outcome) ? { is: 'printed' } : { is: 'unknown', problem: new PrintProblem('notSent') }
  } catch (error) {
    if (refused || isBlock(error)) return { is: 'failed', problem: refused ?? new PrintProblem('authentication', error) }
    if (/cannot find printer|could not be found/i.test(textOf(error)))
      return { is: 'failed', problem: new PrintProblem('noPrinter', error) }
    const gone = /connection closed/i.test(textOf(error))
    return { is: 'unknown', problem: new PrintProblem(gone ? 'unknown' : 'notSent', error) }
  } finally {
    ended?.stop()
  }
}

function listenTo(qz: Qz, printer: string): Promise<boolean> {
  const asked = listening.get(printer)
  if (asked) return asked
  const answer = qz.printers.startListening(printer).then(
    () => true,
    () => false,
  )
  listening.set(printer, answer)
  return answer
}

const DONE = new Set(['COMPLETE', 'RETAINED'])
const GONE = new Set(['ABORTED', 'CANCELED', 'DELETED'])

/** Waits for the end of a job by its events: true when it was printed; false when it was removed, the connection was lost, or nothing was told in time. */
function watch(job: string): { outcome: Promise<boolean>; stop: () => void } {
  let end: (printed: boolean) => void = () => undefined
  const outcome = new Promise<boolean>((resolve) => (end = resolve))
  const timer = setTimeout(() => end(false), JOB_PATIENCE)
  watchers.set(job, {
    told: ({ statusText }) => {
      if (DONE.has(statusText)) end(true)
      else if (GONE.has(statusText)) end(false)
    },
    lost: () => end(false),
  })
  return {
    outcome,
    stop: () => {
      clearTimeout(timer)
      watchers.delete(job)
    },
  }
}

/** In pieces, because a function takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  return btoa(text)
}
