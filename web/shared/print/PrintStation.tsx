import { useEffect, useRef } from 'react'
import { logoOf } from '#domain/print/store.ts'
import { ApiError, call } from '#web/core/api.ts'
import { deviceId } from '#web/core/device.ts'
import { useLive } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { connectAgent, findPrinters, printBytes, useAgent } from './agent.ts'
import { bytesOf } from './bytes.ts'
import { type Engine, startEngine } from './engine.ts'
import { isHere, type Printer, usePrinters } from './printers.ts'

/** How long after a failed attempt the agent is looked for again. */
const AGAIN_MS = 15_000
/** How often missing printers are looked for. */
const LOOK_MS = 60_000

/**
 * Prints what the server's queue has for this device's printers, while one of the pages is open that print by themselves (SPEC §2: pos, kitchen, tables, orders).
 * Shows nothing: what can't be printed is in the print tray. Does nothing on a device that no printer is registered for.
 */
export default function PrintStation() {
  const own = usePrinters().filter(isHere)
  return own.length > 0 ? <Printing printers={own} /> : null
}

function Printing({ printers }: { printers: Printer[] }) {
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
    const find = () =>
      findPrinters().then(
        (names) => (reached.current = names),
        () => (reached.current = []),
      )
    const of = (id: string) => latest.current.printers.find((printer) => printer._id === id)
    const start = () => {
      engine.current = startEngine({
        printers: () => latest.current.printers.filter(({ name }) => reached.current.includes(name)).map(({ _id }) => _id),
        lease: (printerIds, key) =>
          call('POST /print/lease', { body: { deviceId: deviceId(), printerIds }, idempotencyKey: key, quiet: true }),
        step: (id, body, key, options) =>
          call('PUT /print/jobs/:id', { params: { id }, body, idempotencyKey: key, quiet: true, ...options }).then(
            () => true,
            (error: unknown) => {
              if (isRefusal(error)) return false
              throw error
            },
          ),
        make: ({ job, document }) => {
          const profile = latest.current.restaurant
          const printer = of(job.printerId)
          if (!profile || !printer) throw new Error('This printer is not registered for this device any more.')
          return bytesOf(document, { columns: printer.columns, restaurant: profile, stamp: job.stamp, logo: logoOf(profile) })
        },
        print: ({ job, fence }, paper, until) => printBytes(of(job.printerId)?.name ?? '', paper, `Tawa ${job._id} ${fence}`, until),
      })
    }
    const stop = () => {
      engine.current?.stop()
      engine.current = null
    }
    // A page that the browser keeps for "Back" begins again.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !engine.current) start()
    }
    addEventListener('pagehide', stop)
    addEventListener('pageshow', shown)
    const look = () => void find().then(() => engine.current?.wake())
    look()
    start()
    // A printer that was switched off may be there by now.
    const looking = setInterval(() => {
      if (latest.current.printers.some(({ name }) => !reached.current.includes(name))) look()
    }, LOOK_MS)
    return () => {
      clearInterval(looking)
      removeEventListener('pagehide', stop)
      removeEventListener('pageshow', shown)
      stop()
    }
  }, [ready])

  useLive('printJob', () => engine.current?.wake())
  return null
}

/** The server has answered no, and will do so again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status) && error.code !== 'busy'
