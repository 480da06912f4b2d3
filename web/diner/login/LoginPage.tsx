import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MESSAGES, rateLimitText } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { useOnline } from '#web/core/online.ts'
import { safeFrom } from '#web/core/from.ts'
import { acceptLogin } from '#web/core/session.ts'
import { readStored, writeStored } from '#web/core/store.ts'
import { to } from '#web/core/to.ts'
import { useAccount } from '../account.ts'
import { Page } from '../Frame.tsx'
import { errorFor, Field } from '../parts.tsx'
import { type Place, placeNow, setPlace } from '../place.ts'
import { go, usePath } from '../router.ts'
import { type Guest, guestBefore, rememberGuest, sitDown } from '../sitting.ts'
import { MOBILE, useWrong } from '../wrong.ts'

/** The code may be asked for again after this (SCREENS §2.1). */
const RESEND_S = 30

const SENT = 'tawa_code_sent'
/** How long a code is good (ms). */
const GOOD_MS = 300_000
type Sent = Guest & { at: number }
/** Where a code was sent that is still good: a phone may load the page again while somebody reads the message. */
function codeSent(): Sent | null {
  const sent = readStored<Sent>(SENT)
  return sent && Date.now() - sent.at < GOOD_MS ? sent : null
}

/** Signs in to a diner's account: mobile number and name, then the code that was sent. A person who is signed in already is led on. */
export default function LoginPage() {
  const account = useAccount()
  const search = new URLSearchParams(usePath().split('?')[1])
  const home = safeFrom(search.get('from'), location.origin) ?? to.dinerMenu()
  const [asked, setAsked] = useState(codeSent)
  const noteAsked = (person: Guest | null) => {
    const sent = person && { ...person, at: Date.now() }
    writeStored(SENT, sent)
    setAsked(sent)
  }
  const isIn = account !== null && account !== 'checking'
  useEffect(() => {
    if (!isIn) return
    writeStored(SENT, null)
    go(home, { replace: true })
  }, [isIn, home])
  return (
    <Page title="Sign in">
      {account !== null ? null : asked ? (
        <CodeForm person={asked} onAgain={() => readStored(SENT) && noteAsked(asked)} onOther={() => noteAsked(null)} />
      ) : (
        <NumberForm expired={search.get('token_expired') === 'true'} onSent={noteAsked} />
      )}
    </Page>
  )
}

/** The failure below the form: offline, the wait after a rate limit, or the server's message. */
function Failure({ error }: { error: ApiError | null }) {
  const online = useOnline()
  const text = !online
    ? 'You are offline. Signing in needs a connection.'
    : error && (error.status === 429 ? rateLimitText(error.message, error.retryAfter) : messageOf(error))
  return (
    text && (
      <p className="wrong" role="alert">
        {text}
      </p>
    )
  )
}

function NumberForm({ expired, onSent }: { expired: boolean; onSent: (person: Guest) => void }) {
  const known = guestBefore()
  const [error, setError] = useState<ApiError | null>(null)
  const [sending, setSending] = useState(false)
  const online = useOnline()
  const { wrong, form } = useWrong({ name: 'Enter your name.', mobile_number: 'Enter your mobile number.' })
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const person = { name: String(form.get('name')).trim(), mobile_number: String(form.get('mobile_number')).trim() }
    setSending(true)
    setError(null)
    try {
      await sendCode(person)
      rememberGuest(person)
      onSent(person)
    } catch (failure) {
      setError(failure as ApiError)
      setSending(false)
    }
  }
  const errors = error?.errors ?? []
  return (
    <form className="form" onSubmit={(event) => void send(event)} {...form}>
      {expired && !error && (
        <p className="hint" data-tone="warning" role="status">
          {MESSAGES.sessionExpiredWarning}
        </p>
      )}
      <p>We send you a code. Then your saved dishes and past orders are here.</p>
      <Field label="Mobile number" error={wrong.mobile_number || errorFor(errors, 'mobile_number')}>
        <input
          name="mobile_number"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          required
          {...MOBILE}
          maxLength={20}
          defaultValue={known.mobile_number}
        />
      </Field>
      <Field label="Name" hint="Shown on your orders" error={wrong.name || errorFor(errors, 'name')}>
        <input name="name" autoComplete="name" required maxLength={120} defaultValue={known.name} />
      </Field>
      <Failure error={errors.length > 0 ? null : error} />
      <button className="button" disabled={sending || !online}>
        {sending ? 'Sending…' : 'Send code'}
      </button>
    </form>
  )
}

const sendCode = ({ name, mobile_number }: Guest) => call('POST /auth/user/login', { body: { name, mobile_number }, quiet: true })

/** At a table, the account joins the sitting at once; if the table is no longer valid, it signs in without one. */
async function verify(person: Guest, otp: string, place: Place | null) {
  const { name, mobile_number } = person
  const body = { name, mobile_number, otp }
  if (place?.tableId)
    try {
      const seat = { tableId: place.tableId, qrToken: place.qrToken ?? undefined }
      return await sitDown(await call('POST /auth/user/verify', { body: { ...body, ...seat }, quiet: true }), place)
    } catch (error) {
      const noSeat = error instanceof ApiError && (error.code === 'qr_menu_off' || error.status === 404)
      if (!noSeat) throw error
    }
  await acceptLogin('diner', await call('POST /auth/user/verify', { body, quiet: true }))
  // Signing in clears the device's restaurant and table (SPEC §6), but the phone is still at the table.
  setPlace(place)
}

function CodeForm({ person, onAgain, onOther }: { person: Sent; onAgain: () => void; onOther: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  const [checking, setChecking] = useState(false)
  const [resent, setResent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  async function check(otp: string) {
    if (otp.length < 6 || checking) return
    setChecking(true)
    setError(null)
    try {
      await verify(person, otp, placeNow())
    } catch (failure) {
      setError(failure as ApiError)
      setCode('')
      setChecking(false)
      input.current?.focus()
    }
  }
  async function again() {
    setError(null)
    setResent((n) => n + 1)
    await sendCode(person).then(onAgain, (failure: unknown) => setError(failure as ApiError))
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        void check(code)
      }}
    >
      <p>
        We sent a code of six digits to <b className="num">{person.mobile_number}</b>. It is good for 5 minutes.
      </p>
      <label className="entry">
        <span>Code</span>
        <span className="input code">
          <input
            ref={input}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            disabled={checking}
            onChange={(event) => {
              // Also takes pasted texts such as `482 193` and `Your code is 482193`.
              const digits = event.target.value.replace(/\D/g, '').slice(0, 6)
              setCode(digits)
              void check(digits)
            }}
          />
        </span>
      </label>
      <Failure error={error} />
      <button className="button" disabled={checking || code.length < 6}>
        {checking ? 'Checking…' : 'Sign in'}
      </button>
      <div className="beside">
        <Resend key={resent} at={resent > 0 ? null : person.at} again={() => void again()} />
        <button type="button" className="text-button" onClick={onOther}>
          Another number
        </button>
      </div>
    </form>
  )
}

/** Counts down from 30 s after the code was sent (`at`, ms; null: just now); it is mounted again for each new code. */
function Resend({ at, again }: { at: number | null; again: () => void }) {
  const [left, setLeft] = useState(() => Math.max(0, RESEND_S - (at ? Math.floor((Date.now() - at) / 1000) : 0)))
  useEffect(() => {
    const timer = setInterval(() => setLeft((s) => Math.max(0, s - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <button type="button" className="text-button" disabled={left > 0} onClick={again}>
      {left > 0 ? `Send again in ${left} s` : 'Send the code again'}
    </button>
  )
}
