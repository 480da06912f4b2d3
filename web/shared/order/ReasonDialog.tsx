import { useState, type ReactNode } from 'react'
import { messageOf } from '#web/core/api.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Input } from '#web/ui/Input.tsx'

export interface ReasonDialogProps {
  title: string
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Common ones, taken by one press */
  reasons: readonly string[]
  /** What is said without one */
  missing: string
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** What can't be undone and needs a reason: it stays open until it succeeded, and says why it did not. */
export function ReasonDialog({ title, body, confirmLabel, cancelLabel = 'Keep', reasons, missing, run, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const confirm = async () => {
    setAsked(true)
    if (!reason.trim()) return
    setBusy(true)
    setError(null)
    try {
      await run(reason.trim())
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone="danger"
      loading={busy}
      error={error}
      onConfirm={() => void confirm()}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Field label="Reason" required error={asked && !reason.trim() ? missing : undefined}>
          <Input
            size={48}
            value={reason}
            maxLength={200}
            placeholder="Choose below, or write"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <FilterChips
          label="Common reasons"
          size={32}
          options={reasons.map((value) => ({ value, label: value }))}
          value={reasons.find((r) => r === reason) ?? null}
          onToggle={(value) => setReason(value === reason ? '' : value)}
        />
      </form>
    </ConfirmDialog>
  )
}
