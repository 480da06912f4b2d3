import { type FormEvent, useState } from 'react'
import { rateLimitText } from '#domain/messages.ts'
import { type ApiError, call, messageOf } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { Icon } from '../Icon.tsx'
import type { Listed } from '../nearby/about.tsx'
import { errorFor, Field } from '../parts.tsx'
import { MOBILE, useWrong } from '../wrong.ts'
import { draftOf, forgetDraft, keepDraft, textsOf } from './draft.ts'
import { ACCEPTED, MOST_FILES, sizeText, withFiles } from './files.ts'

/** An owner's claim with its documents. After a failed upload or Back, everything typed and chosen is still there, and sending it again makes no second claim. */
export function Claim({ restaurant }: { restaurant: Listed }) {
  const id = restaurant._id
  const [start] = useState(() => draftOf(id))
  const [files, setFiles] = useState(start.files)
  const [refused, setRefused] = useState<string[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const sending = share !== null
  const { wrong, form } = useWrong({ name: 'Enter your name.', email: 'Enter your email.', mobile_number: 'Enter your mobile number.' })
  const choose = (next: File[]) => {
    setFiles(next)
    keepDraft(id, { files: next })
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { name, email, mobile_number, message } = textsOf(event.currentTarget)
    const body = { name: name.trim(), email: email.trim(), mobile_number: mobile_number.trim(), message: message.trim() }
    setError(null)
    setShare(0)
    try {
      await call('POST /restaurant/:id/claim', {
        params: { id },
        body,
        files: { documents: files },
        onProgress: setShare,
        idempotencyKey: draftOf(id).key,
        quiet: true,
      })
      forgetDraft(id)
      setSentTo(body.email)
    } catch (failure) {
      setError(failure as ApiError)
    } finally {
      setShare(null)
    }
  }

  if (sentTo)
    return (
      <div className="empty" role="status">
        <Icon name="check" />
        <h2>Claim sent</h2>
        <p>We look at it and answer by email, to {sentTo}.</p>
        <a className="button" href={to.dinerRestaurant(id)}>
          Back to {restaurant.restaurantName}
        </a>
      </div>
    )
  const errors = error?.errors ?? []
  return (
    <form
      className="form"
      onSubmit={(event) => void send(event)}
      {...form}
      onChange={(event) => keepDraft(id, { texts: textsOf(event.currentTarget) })}
    >
      <Field label="Your name" error={wrong.name || errorFor(errors, 'name')}>
        <input name="name" defaultValue={start.texts.name} autoComplete="name" required maxLength={120} />
      </Field>
      <Field label="Email" hint="The answer comes here" error={wrong.email || errorFor(errors, 'email')}>
        <input
          name="email"
          defaultValue={start.texts.email}
          type="email"
          title="This is not an email address."
          autoComplete="email"
          required
          maxLength={254}
        />
      </Field>
      <Field label="Mobile" error={wrong.mobile_number || errorFor(errors, 'mobile_number')}>
        <input
          name="mobile_number"
          defaultValue={start.texts.mobile_number}
          type="tel"
          autoComplete="tel"
          required
          {...MOBILE}
          maxLength={20}
        />
      </Field>
      <Field label="Message" hint="If you like" error={errorFor(errors, 'message')}>
        <input name="message" defaultValue={start.texts.message} maxLength={1000} />
      </Field>
      <section className="entry" aria-label="Documents">
        <span>
          Proof that it is yours <small className="num">{`${files.length} of ${MOST_FILES} files`}</small>
        </span>
        <ul>
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`} className="file">
              <Icon name="file" />
              <span className="grow">
                {file.name}
                <small className="num">{sizeText(file.size)}</small>
              </span>
              <button
                type="button"
                className="icon-button"
                disabled={sending}
                aria-label={`Remove ${file.name}`}
                onClick={() => choose(files.filter((other) => other !== file))}
              >
                <Icon name="bin" />
              </button>
            </li>
          ))}
        </ul>
        <label className="add-file">
          <Icon name="plus" />
          Add a file
          <input
            type="file"
            multiple
            accept={ACCEPTED}
            disabled={sending}
            onChange={(event) => {
              const next = withFiles(files, [...(event.target.files ?? [])])
              choose(next.files)
              setRefused(next.refused)
              // The same file can be chosen again after it was removed.
              event.target.value = ''
            }}
          />
        </label>
        <small>PDF, JPG or PNG, up to 10 MB each. Only our team sees them.</small>
        {refused.map((why) => (
          <p key={why} className="wrong" role="alert">
            {why}
          </p>
        ))}
        {errorFor(errors, 'documents') && (
          <p className="wrong" role="alert">
            {errorFor(errors, 'documents')}
          </p>
        )}
      </section>
      {error && errors.length === 0 && (
        <p className="wrong" role="alert">
          {error.status === 429 ? rateLimitText(error.message, error.retryAfter) : messageOf(error)}
          {error.network && ' Nothing you entered is lost.'}
        </p>
      )}
      {sending && <progress aria-label="Upload" max={1} value={share} />}
      <button className="button" disabled={sending}>
        {sending ? `Sending… ${Math.round(share * 100)}%` : 'Send claim'}
      </button>
      {sending && <p>Keep this page open.</p>}
    </form>
  )
}
