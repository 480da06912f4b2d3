import { useState } from 'react'
import { messageOf } from '#web/core/api.ts'
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
