import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Form, useForm } from '#web/app/form/useForm.ts'
import { ApiError } from '#web/core/api.ts'
import { sameEmail } from '#web/shared/email/address.ts'
import { FIELD_OF, STEP_OF } from './body.ts'
import { type Area, forgetProgress, keepProgress, readProgress, type Sent, type Values } from './progress.ts'

export const REVIEW = 3
const SAVE_MS = 400
const OFFLINE = 'You are offline. What you typed is kept on this device; sending needs a connection.'

/** True if there was no answer that tells whether the sign-up was made, so that it may have arrived. */
const mayHaveArrived = (failure: unknown) => failure instanceof ApiError && (failure.network || failure.status >= 500)

/** The step of the first field that a refusal names, or null. */
function stepOf(failure: unknown): number | null {
  if (!(failure instanceof ApiError)) return null
  if (failure.code === 'email_taken') return STEP_OF.outletEmail ?? null
  for (const { path } of failure.errors) {
    const [name = ''] = path.split('.')
    const step = STEP_OF[FIELD_OF[name as keyof typeof FIELD_OF] ?? name]
    if (step !== undefined) return step
  }
  return null
}

export type Sending = {
  /** What was sent with this email before and may have arrived, so there may be an account already. */
  before: Sent | null
  /** Called before anything is sent anew; what was sent before has not arrived. */
  begin: () => void
  /** There is an account now, even if something else is refused. */
  opened: () => void
}

/** Why the fields of the account can't be changed: it is open with them, or the application that may have arrived has them. */
export type Locked = { account: string | null; password: string | null }
const OPEN = 'Your account is open with it. You can change it there later.'
const SENT = 'It may have been sent with this password. You can set another one later.'

export type Signup = {
  form: Form<Values>
  step: number
  goTo: (step: number) => void
  /** When the device last kept what was typed: an instant in UTC, or null. */
  savedAt: string | null
  locked: Locked
}

/**
 * A sign-up in four steps with one form. Each Continue checks the step's fields; the last one sends. What was typed is kept on this device, without
 * passwords, until it is sent. Each step is an entry of the browser's history, so that Back leads to the step before and keeps the password.
 */
export function useSignup<A>(
  area: Area,
  { send, onDone }: { send: (values: Values, sending: Sending) => Promise<A>; onDone: (answer: A) => unknown },
): Signup {
  const [start] = useState(() => readProgress(area))
  const navigate = useNavigate()
  const visited = (useLocation().state as { step?: number } | null)?.step
  const step = visited ?? start.step
  const setStep = (next: number) => void navigate('', { state: { step: next } })
  const [savedAt, setSavedAt] = useState(start.savedAt)
  const [sent, setSent] = useState(start.sent)
  const latest = useRef(sent)
  /** The email whose password is known: the one that was sent, or that of the open account. */
  const [known, setKnown] = useState<string | null>(null)
  const done = useRef(false)
  /** A refusal about another step's fields, shown once that step is on the screen. */
  const [late, setLate] = useState<unknown>(null)

  const form = useForm<Values, { answer: A } | null>({
    defaults: start.values,
    offline: step < REVIEW ? 'allowed' : OFFLINE,
    fieldOf: FIELD_OF,
    refusals: { email_taken: 'outletEmail' },
    send: async (values) => {
      if (step < REVIEW) return null
      const { email } = values
      const ofThis = () => (latest.current && sameEmail(latest.current.email, email) ? latest.current : null)
      const before = ofThis()
      let begun = false
      const begin = () => {
        begun = true
        keep(values, { email, name: values.establishment_name, isOpen: ofThis()?.isOpen ?? false })
      }
      const opened = () => {
        if (latest.current) keep(values, { ...latest.current, isOpen: true })
        setKnown(email)
      }
      try {
        return { answer: await send(values, { before, begin, opened }) }
      } catch (error) {
        if (begun && !latest.current?.isOpen) {
          const isLost = mayHaveArrived(error)
          setKnown(isLost ? email : null)
          if (!isLost) keep(values, null)
        }
        throw error
      }
    },
    onSaved: async (reply) => {
      if (reply === null) return goTo(step + 1)
      done.current = true
      forgetProgress(area)
      await onDone(reply.answer)
    },
    onRefused: (failure) => {
      const at = stepOf(failure)
      if (at === null || at === step) return false
      setStep(at)
      setLate(failure)
      return true
    },
  })

  function keep(values: Values, next = latest.current, at = step) {
    latest.current = next
    setSent(next)
    const now = new Date().toISOString()
    keepProgress(area, { step: at, values, savedAt: now, sent: next })
    setSavedAt(now)
  }

  function goTo(next: number) {
    setStep(next)
    keep(form.values, latest.current, next)
  }

  const { values, refuse } = form
  const first = useRef(true)
  /** Keeps what was typed in the last moment, which the page must not be left without. */
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const save = () => waiting.current?.()
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [])
  useEffect(() => {
    // Opening the page alone stores nothing.
    if (first.current) return void (first.current = false)
    const save = () => {
      waiting.current = null
      if (!done.current) keep(values)
    }
    waiting.current = save
    const timer = setTimeout(save, SAVE_MS)
    return () => clearTimeout(timer)
    // Runs only when the input or the step changes; the other values are current by then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [values, step])
  useEffect(() => {
    if (late === null || stepOf(late) !== step) return
    setLate(null)
    refuse(late)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [late, step])

  const isOpen = sent?.isOpen === true
  const locked = {
    account: isOpen ? OPEN : null,
    password: known === null || !sameEmail(known, values.email) ? null : isOpen ? OPEN : SENT,
  }
  return { form, step, goTo, savedAt, locked }
}
