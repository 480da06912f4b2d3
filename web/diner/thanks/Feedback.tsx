import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { Icon } from '../Icon.tsx'
import { keepReceipt, type Receipt, receiptNow } from '../visit.ts'

const STARS = [1, 2, 3, 4, 5]

/** Rating and comment, without an account: two taps (SCREENS §2.6). */
export function Feedback({ receipt }: { receipt: Receipt }) {
  const { order, feedbackToken, rating: given } = receipt
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  if (feedbackToken === null) return null
  if (given !== undefined)
    return (
      <p className="notice no-print" data-tone={given ? 'success' : 'info'} role="status" style={{ marginTop: 20 }}>
        {given ? `Thank you for your feedback: ${given} of 5.` : 'Feedback for this order was given already.'}
      </p>
    )

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !feedbackToken) return
    if (rating === 0) return setFailed('Choose one to five stars.')
    setBusy(true)
    setFailed(null)
    try {
      await command('POST /feedback/submit', {
        body: { orderId: order._id, rating, feedbackToken, ...(comment.trim() ? { comment: comment.trim() } : {}) },
      })
      noteGiven(rating)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_submitted') return noteGiven(0)
      setFailed(messageOf(error, 'Failed to submit feedback'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="no-print" style={{ paddingTop: 20 }} onSubmit={(event) => void submit(event)}>
      <div className="ends">
        <h2 id="rate" className="strong">
          How was your meal?
        </h2>
        {rating > 0 && <span className="small muted">{rating} of 5</span>}
      </div>
      <div className="stars" role="radiogroup" aria-labelledby="rate">
        {STARS.map((stars) => (
          <label key={stars} data-on={stars <= rating || undefined}>
            <input
              type="radio"
              name="rating"
              className="unseen"
              aria-label={`${stars} of 5`}
              checked={rating === stars}
              onChange={() => {
                setRating(stars)
                setFailed(null)
              }}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      <input
        className="input"
        aria-label="Comment, if you like"
        placeholder="Comment, if you like"
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      {failed && (
        <p className="notice" data-tone="danger" role="alert" style={{ marginTop: 8 }}>
          {failed}
        </p>
      )}
      <button type="submit" className="button" style={{ width: '100%', marginTop: 8 }} aria-disabled={busy}>
        {busy ? 'Sending…' : 'Send feedback'}
      </button>
    </form>
  )
}

/** Kept with the receipt, so that a reload doesn't ask again. 0: another phone of the table gave it. */
function noteGiven(rating: number): void {
  const receipt = receiptNow()
  if (receipt) keepReceipt({ ...receipt, rating })
}
