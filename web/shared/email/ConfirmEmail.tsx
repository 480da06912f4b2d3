import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useCountdown } from '#web/app/QueryError.tsx'
import { CodeField, TextField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { ApiError, call, messageOf } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import { sessionNow, userChanged } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { badEmail } from './address.ts'
import { Breaks } from './Breaks.tsx'
import { codeSentAt, mailCode } from './emailCode.ts'

/** SCREENS §2.1: a new code may be asked for after 30 s. */
const RESEND_MS = 30_000

const EMAIL = apiQuery('GET /auth/email')

/** Confirms the person's own email with a code of six digits (CONTRACT §9). This is optional. `fixed`: it is not corrected here. */
export function ConfirmEmail({ fixed = false }: { fixed?: boolean }) {
  const { data } = useQuery(EMAIL)
  const [correcting, setCorrecting] = useState(false)
  if (!data) return null
  const { address, confirmed } = data.email
  if (correcting && !confirmed) return <CorrectEmail address={address} onClose={() => setCorrecting(false)} />
  return <Confirm key={address} address={address} confirmed={confirmed} onCorrect={fixed ? null : () => setCorrecting(true)} />
}

/** A mistyped address is corrected with the password of the sign-up; the code goes to the new one at once. */
function CorrectEmail({ address, onClose }: { address: string; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    defaults: { email: address, password: '' },
    offline: 'You are offline. The email was not changed.',
    send: ({ email, password }) => call('PUT /auth/email', { body: { email, password }, quiet: true }),
    onSaved: (answer) => {
      client.setQueryData(EMAIL.queryKey, answer)
      const { user } = sessionNow()
      if (user) userChanged({ ...user, email: answer.email.address })
      // If it fails, the button can be pressed to ask again.
      void mailCode(answer.email.address).catch(() => undefined)
      onClose()
    },
    onRefused: (error) => {
      // The email was confirmed meanwhile, or the application was approved.
      if (error instanceof ApiError && error.code === 'email_settled') void client.invalidateQueries({ queryKey: EMAIL.queryKey })
    },
  })
  return (
    <section aria-label="Your email" className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">Correct your email</h2>
      <p className="text-14 text-muted">You sign in with this email from now on. We send it a new code.</p>
      <FormBody form={form} className="grid max-w-100 gap-3">
        <TextField
          form={form}
          name="email"
          label="Email"
          kind="email"
          autoComplete="email"
          maxLength={254}
          required="Enter your email."
          check={badEmail}
        />
        <TextField
          form={form}
          name="password"
          label="Your password"
          kind="password"
          autoComplete="current-password"
          required="Enter the password that you signed up with."
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>Save and send a code</SubmitButton>
          <Button size={44} variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </FormBody>
    </section>
  )
}

type InConfirm = { address: string; confirmed: boolean; onCorrect: (() => void) | null }
function Confirm({ address, confirmed, onCorrect }: InConfirm) {
  const client = useQueryClient()
  const [sentAt, setSentAt] = useState(() => codeSentAt(address))
  const sent = sentAt !== null
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const wait = useCountdown(sent ? sentAt + RESEND_MS : null)
  const form = useForm({
    defaults: { otp: '' },
    offline: 'You are offline. The code can’t be checked.',
    send: ({ otp }) => call('POST /auth/email/confirm', { body: { otp }, quiet: true }),
    onSaved: (answer) => client.setQueryData(EMAIL.queryKey, answer),
    onRefused: () => {
      form.setValue('otp', '')
      form.focus('otp')
      // It may have been confirmed on another device meanwhile.
      void client.invalidateQueries({ queryKey: EMAIL.queryKey })
    },
  })

  async function sendCode() {
    setSending(true)
    setProblem(null)
    try {
      const { email } = await mailCode(address)
      client.setQueryData(EMAIL.queryKey, { email })
      setSentAt(codeSentAt(address))
      form.focus('otp')
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <section aria-label="Your email" className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">Your email</h2>
      {confirmed ? (
        <p role="status" className="flex items-start gap-2 text-14">
          <CircleCheck className="mt-0.5 flex-none text-success" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <Breaks>{`${address} is confirmed.`}</Breaks>
          </span>
        </p>
      ) : (
        <>
          <p className="text-14 text-muted [overflow-wrap:anywhere]">
            <Breaks>
              {sent
                ? `We mailed a code of six digits to ${address}. It is good for 5 minutes.`
                : `Confirm that ${address} is yours, so that our team can write to you. We mail you a code of six digits.`}
            </Breaks>
          </p>
          <FormBody form={form} className="grid max-w-100 gap-3">
            {sent ? (
              <>
                <CodeField form={form} name="otp" label="Code" required="Enter the code." onComplete={() => void form.submit()} />
                <SubmitButton form={form}>Confirm the email</SubmitButton>
              </>
            ) : null}
            <Button
              size={44}
              variant={sent ? 'quiet' : 'outline'}
              loading={sending}
              disabledReason={wait > 0 ? `A new code can be sent in ${wait} s` : null}
              onClick={() => void sendCode()}
            >
              {wait > 0 ? `Send a new code in ${wait} s` : sent ? 'Send a new code' : 'Send me a code'}
            </Button>
            {problem ? (
              <p role="alert" className="text-14 text-danger">
                {problem}
              </p>
            ) : null}
          </FormBody>
          {onCorrect ? (
            <Button size={44} variant="quiet" icon={<Pencil />} className="justify-self-start" onClick={onCorrect}>
              Wrong address? Correct it
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
