import { useEffect, useRef } from 'react'
import { logoOf } from '#domain/print/store.ts'
import { call } from '#web/core/api.ts'
import { deviceId } from '#web/core/device.ts'
import { useLive } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { finishBeforeSignOut } from '#web/core/unfinished.ts'
import { connectAgent, findPrinters, makeReady, printBytes, useAgent } from './agent.ts'
import { bytesOf, loadEncoder } from './bytes.ts'
import { type Engine, Later, startEngine } from './engine.ts'
import { isHere, type Printer, usePrinters } from './printers.ts'
import { isRefusal, PrintProblem } from './problems.ts'

/** How long after a failed attempt it connects to the agent again, in ms. */
const AGAIN_MS = 15_000
/** How often missing printers are looked for, in ms; sooner if the agent could not be asked. */
const LOOK_MS = 60_000
const ASK_AGAIN_MS = 5000

/**
 * Prints the server's queue for this device's printers, while one of the pages that print by themselves is open (SPEC §2: pos, kitchen, tables, orders).
 * Shows nothing: what can't be printed is in the print tray. Does nothing on a device that no printer is registered for.
 */
export default function PrintStation() {
  const all = usePrinters()
  const own = all.filter(isHere)
  return own.length > 0 ? <Printing printers={own} all={all} /> : null
}

/** `all`: the restaurant's, with those of other devices. */
function Printing({ printers, all }: { printers: Printer[]; all: readonly Printer[] }) {
  const agent = useAgent()
  const restaurant = useProfile()
  const latest = useRef({ printers, restaurant })
  useEffect(() => {
    latest.current = { printers, restaurant }
  })
  const engine = useRef<Engine | null>(null)
  const reached = useRef<string[]>([])

  useEffect(() => {
    if (agent.is === 'connecting' || agent.is === 'connected') return
    const timer = setTimeout(() => connectAgent().catch(() => undefined), agent.is === 'off' ? 0 : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [agent])

  const connected = agent.is === 'connected'
  const ready = connected && restaurant !== undefined
  useEffect(() => {
    if (!ready) return
    const of = (id: string) => latest.current.printers.find((printer) => printer._id === id)
    let over = false
    let last: Engine | null = null
    const start = () => {
      last = engine.current = startEngine({
        printers: () => latest.current.printers.filter(({ name }) => reached.current.includes(name)).map(({ _id }) => _id),
        lease: (printerIds, key) =>
          call('POST /print/lease', { body: { deviceId: deviceId(), printerIds }, idempotencyKey: key, quiet: true }).catch(
            (error: unknown) => {
              if (isRefusal(error)) return null
              throw error
            },
          ),
        step: (id, body, key, options) =>
          call('PUT /print/jobs/:id', { params: { id }, body, idempotencyKey: key, quiet: true, ...options }).then(
            () => true,
            (error: unknown) => {
              if (isRefusal(error)) return false
              throw error
            },
          ),
        make: async ({ job, document }) => {
          await loadEncoder().catch((cause: unknown) => {
            throw new Later('The script that writes papers could not be loaded.', { cause })
          })
          const profile = latest.current.restaurant
          const printer = of(job.printerId)
          if (!profile || !printer) throw new Error('This printer is not registered for this device any more.')
          return bytesOf(document, { columns: printer.columns, restaurant: profile, stamp: job.stamp, logo: logoOf(profile) })
        },
        print: ({ job, fence }, paper, until) => printBytes(of(job.printerId)?.name ?? '', paper, `Tawa ${job._id} ${fence}`, until),
      })
    }
    // Who stops it a second time waits for the same end.
    const stop = async () => {
      engine.current = null
      await last?.stop()
    }
    const goOn = () => {
      if (!over && !engine.current) start()
    }
    // The browser has brought the page back from its cache for "Back": start again.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) goOn()
    }
    const finished = finishBeforeSignOut({ runs: () => last?.busy() ?? false, finish: stop, goOn })
    addEventListener('pagehide', stop)
    addEventListener('pageshow', shown)
    let looking: ReturnType<typeof setTimeout>
    const look = async () => {
      let again = LOOK_MS
      try {
        reached.current = await findPrinters()
      } catch (problem) {
        if (problem instanceof PrintProblem && problem.code === 'noPrinter') reached.current = []
        else again = ASK_AGAIN_MS
      }
      if (over) return
      const names = latest.current.printers.map(({ name }) => name)
      makeReady(names.filter((name) => reached.current.includes(name)))
      engine.current?.wake()
      looking = setTimeout(lookForMissing, again)
    }
    // A printer that was switched off may be on by now.
    const lookForMissing = () => {
      if (latest.current.printers.some(({ name }) => !reached.current.includes(name))) void look()
      else looking = setTimeout(lookForMissing, LOOK_MS)
    }
    void look()
    start()
    loadEncoder().catch(() => undefined)
    return () => {
      over = true
      clearTimeout(looking)
      removeEventListener('pagehide', stop)
      removeEventListener('pageshow', shown)
      // What still prints as this page is left is told by it all the same.
      void stop().finally(finished)
    }
  }, [ready])

  useLive('printJob', () => engine.current?.wake())
  // Jobs of a printer that was removed or changed may be for this device now.
  useEffect(() => {
    if (all.length > 0) engine.current?.wake()
  }, [all])
  return null
}
