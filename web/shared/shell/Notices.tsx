import { CloudOff, TriangleAlert, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { tableLabel } from '#domain/table.ts'
import { draftCount } from '#domain/ticket.ts'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { draftLabel, useAllDrafts } from '#web/shared/order/drafts.ts'
import { useDates } from '#web/core/dates.ts'
import { useAsOf } from '#web/core/kept.ts'
import { useOnline } from '#web/core/online.ts'
import { orderLabel, sentText } from '#web/shared/order/label.ts'
import { useSendKot } from '#web/shared/order/sending.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { useSoundUnlock } from '#web/app/feedback/sound.ts'

const OFFLINE = 'Offline. The kitchen has not received new items.'
const STILL = 'You can: add items, view tables. You can’t: send KOT, settle, move, merge.'

/**
 * Below every header: the offline banner and the tray of things to do. In the page flow, so that it covers nothing; they scroll, so that the page keeps most
 * of a low window (200% zoom). `lost`: what is missing on this page without a network; `still`: what can and can't be done.
 */
export function Notices({ lost = OFFLINE, still = STILL }: { lost?: string; still?: string }) {
  return (
    <div className="max-h-[40dvh] flex-none overflow-y-auto low:max-h-28">
      <OfflineBanner lost={lost} still={still} />
      <Tray />
    </div>
  )
}

/** Says since when the page may be out of date, until the server's state is shown again (SCREENS §6.31). */
function OfflineBanner({ lost, still }: { lost: string; still: string }) {
  const online = useOnline()
  const asOf = useAsOf(!online)
  const dates = useDates()
  return (
    <div role="alert">
      {online && asOf === null ? null : (
        <p className="flex min-h-11 items-center gap-2 bg-warning px-4 py-2 text-14 font-medium text-on-warning">
          <CloudOff aria-hidden="true" />
          <span className="min-w-0">
            {online ? 'Back online.' : lost}
            {asOf === null ? null : <b className="font-semibold">{` Shown as of ${dates.when(asOf)}.`}</b>}
            {online ? ' Fetching what has changed.' : ` ${still}`}
          </span>
        </p>
      )}
    </div>
  )
}

/** SCREENS G3: "KOT not sent · Retry", for every ticket whose send failed, even after a reload. It stays until the ticket is sent. */
export function Tray() {
  // Without a message the answer may still come.
  const failed = useAllDrafts().filter((d) => d.failed && d.failed.message !== '')
  const { send, isSending } = useSendKot()
  if (failed.length === 0) return null
  return (
    <section aria-label="Needs action" className="border-b border-hairline bg-danger-soft text-on-danger-soft">
      <ul>
        {failed.map((stored) => {
          const label = draftLabel(stored, tableLabel)
          const n = draftCount(stored.failed?.ticket ?? null)
          return (
            <Row
              key={stored.key}
              text={`${label}: KOT not sent`}
              detail={`${plural(n, 'item')} · ${stored.failed?.message ?? ''}`}
              action={
                <Button
                  variant="danger"
                  size={40}
                  loading={isSending(stored.key)}
                  aria-label={`Retry sending ${label}`}
                  onClick={async () => {
                    const result = await send(stored.key)
                    if (result.ok) snack.success(sentText(orderLabel(result.order), result.kot?.kotNumber))
                    // What is asked about is asked where its table is open.
                    else if (result.reason === 'unavailable' || result.reason === 'over') snack.error(`${label}: ${result.message}`)
                  }}
                >
                  Retry
                </Button>
              }
            />
          )
        })}
      </ul>
    </section>
  )
}

function Row({ text, detail, action }: { text: string; detail: string; action: ReactNode }) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-1 pr-2 pl-4 text-14">
      <TriangleAlert aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{text}</b>
        <span className="ml-2 max-sm:ml-0 max-sm:block">{detail}</span>
      </span>
      {action}
    </li>
  )
}

/** "Tap to turn on sound", shown while the browser blocks sound. */
export function SoundUnlock({ className }: { className?: string }) {
  const { locked, unlock } = useSoundUnlock()
  if (!locked) return null
  return (
    <Button
      variant="quiet"
      size={40}
      icon={<Volume2 />}
      onClick={() => void unlock()}
      className={className}
      aria-label="Tap to turn on sound"
    >
      <span className="max-xl:sr-only">Tap to turn on sound</span>
    </Button>
  )
}
