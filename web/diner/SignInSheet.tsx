import { type FormEvent, useEffect, useState } from 'react'
import { tableName } from '#domain/text.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { onBackOnline } from '#web/core/online.ts'
import { useFetched } from './fetched.ts'
import './order/order.css'
import { type Place, usePlace } from './place.ts'
import ScanSheet from './ScanSheet.tsx'
import { Sheet } from './Sheet.tsx'
import { guestBefore, type Question, takeSeat, useQuestion } from './sitting.ts'
import { MOBILE, useWrong } from './wrong.ts'

/** Why signing in failed, in words for a guest. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 404)
    return 'This table no longer exists. Scan the code on your table again, or ask the staff.'
  return messageOf(error)
}

/** Asks for name and mobile once, if the phone has not joined the table's sitting yet (SCREENS §6.12). The table is shown, not typed. */
export default function SignInSheet({ onClose: close }: { onClose: () => void }) {
  const question = useQuestion()
  const place = usePlace()
  if (!question) return null
  if (!place?.tableId) return <ScanSheet onClose={close} />
  return <Ask question={question} place={place} close={close} />
}

function Ask({ question, place, close }: { question: Question; place: Place; close: () => void }) {
  const profile = useFetched('GET /restaurant/profile/necessary/:id', { params: { id: place.restaurantId } })
  const [known] = useState(guestBefore)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const [elsewhere, setElsewhere] = useState(false)
  const { wrong, form } = useWrong({ name: 'Enter your name.', mobile: 'Enter your mobile number.' })
  useEffect(() => onBackOnline(() => setFailed(null)), [])
  if (elsewhere) return <ScanSheet onClose={() => setElsewhere(false)} />
  const table = tableName(place.tableNumber ?? '')
  // Nobody is asked for a number to be refused.
  if (profile.data?.restaurant.qrSettings.enableQrMenu === false)
    return (
      <Sheet title={table} note={<p className="small muted">{place.restaurantName}</p>} onClose={close}>
        <p className="pad" style={{ paddingBottom: 24 }}>
          This restaurant takes no orders from the phone. Ask the staff.
        </p>
      </Sheet>
    )

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    setBusy(true)
    setFailed(null)
    try {
      await takeSeat({ name: text('name'), mobile_number: text('mobile') })
      question.answer(true)
    } catch (error) {
      setFailed(reasonOf(error))
      setBusy(false)
    }
  }

  return (
    <Sheet
      title={table}
      note={<p className="small muted">{place.restaurantName}</p>}
      onClose={close}
      beside={
        <button type="button" className="link small" onClick={() => setElsewhere(true)}>
          Not {table}?
        </button>
      }
    >
      <form className="pad" style={{ display: 'grid', gap: 16, paddingBottom: 24 }} onSubmit={(event) => void submit(event)} {...form}>
        <label className="field">
          Your name
          <input
            ref={focusFirst}
            className="input"
            name="name"
            autoComplete="given-name"
            required
            maxLength={80}
            defaultValue={known.name}
          />
          <Wrong text={wrong.name} />
        </label>
        <label className="field">
          Mobile number
          <input
            className="input"
            name="mobile"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            {...MOBILE}
            maxLength={20}
            defaultValue={known.mobile_number}
          />
          <Wrong text={wrong.mobile} />
        </label>
        {failed && (
          <p className="notice" data-tone="danger" role="alert">
            {failed}
          </p>
        )}
        <button type="submit" className="button large" aria-disabled={busy}>
          {busy ? 'One moment…' : question.action}
        </button>
        <p className="small muted" style={{ textAlign: 'center' }}>
          The staff see your name with your order. No account, no password.
        </p>
      </form>
    </Sheet>
  )
}

/** The dialog gives the focus to it, and not to the first of its buttons. */
const focusFirst = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '')

const Wrong = ({ text }: { text: string | undefined }) =>
  text ? (
    <small className="small ink" data-tone="danger" role="alert">
      {text}
    </small>
  ) : null
