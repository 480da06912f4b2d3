import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '#web/core/api.ts'
import { sessionNow, subscribeToSession } from '#web/core/session.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import type { Asked } from './confirm.tsx'

/** The dialog of `useConfirm`: stays open while `run` runs, and shows its failure. */
export default function ConfirmQuestion({
  title,
  body,
  confirmLabel,
  cancelLabel,
  tone,
  run,
  answer,
  onAnswered,
}: Asked & { onAnswered: () => void }) {
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string>()
  const close = (yes: boolean) => {
    onAnswered()
    answer(yes)
  }
  // A question belongs to the person it was asked: at the end of the session, and when another tab signs somebody else in, it is answered with no.
  const person = useRef(sessionNow().user?._id)
  const elsewhere = useEffectEvent(() => {
    const { status, user } = sessionNow()
    if (status === 'expired' || status === 'out' || user?._id !== person.current) close(false)
  })
  useEffect(() => subscribeToSession(() => elsewhere()), [])
  const confirm = async () => {
    if (!run) return close(true)
    setLoading(true)
    setError(undefined)
    try {
      await run()
      close(true)
    } catch (failure) {
      setError(messageOf(failure))
      setLoading(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : close(false))}
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone={tone}
      loading={loading}
      error={error}
      onConfirm={() => void confirm()}
    />
  )
}
