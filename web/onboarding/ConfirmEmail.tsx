import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useCountdown } from '#web/app/QueryError.tsx'
import { CodeField } from '#web/app/form/fields.tsx'
import { FormBody, SubmitButton } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { call, messageOf } from '#web/core/api.ts'
import { apiQuery } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { codeSentAt, mailCode } from './emailCode.ts'

/** SCREENS §2.1: a new code may be asked for after 30 s. */
const RESEND_MS = 30_000

const EMAIL = apiQuery('GET /auth/email')

/** The own address is confirmed with a mailed code of six digits (CONTRACT §9). Nobody has to. */
export function ConfirmEmail() {
  const { data } = useQuery(EMAIL)
  return data ? <Confirm {...data.email} /> : null
}

function Confirm({ address, confirmed }: { address: string; confirmed: boolean }) {
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
    },
  })

  async function sendCode() {
    setSending(true)
    setProblem(null)
    try {
      await mailCode(address)
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
          <span className="min-w-0 [overflow-wrap:anywhere]">{address} is confirmed.</span>
        </p>
      ) : (
        <>
          <p className="text-14 text-muted [overflow-wrap:anywhere]">
            {sent
              ? `We mailed a code of six digits to ${address}. It is good for 5 minutes.`
              : `Confirm that ${address} is yours, so that our team can write to you. We mail you a code of six digits.`}
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
        </>
      )}
    </section>
  )
}
