import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { snack } from '#web/app/feedback/snack.tsx'
import { messageOf } from '#web/core/api.ts'
import { useCommand } from '#web/core/query.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import type { Outlet } from './words.ts'

const LIST = 'GET /partner/outlets'

/** Removes an outlet after its name was typed. A refusal, such as for open orders, is shown in the dialog. */
export function RemoveDialog({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const name = outlet.establishment_name
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const command = useCommand('DELETE /partner/restaurant/:id', {
    invalidates: [LIST, 'POST /api/analytics/partner/aggregated-insights'],
    onSuccess: () => {
      snack.success(`${name} was removed`)
      onClose()
    },
    onError: (failure) => {
      if (failure.status === 404) {
        // Somebody else has removed it, or the back office has given it to another partner.
        void client.invalidateQueries({ queryKey: [LIST] })
        snack.info(`${name} is no longer among your outlets`)
        onClose()
        return true
      }
      setError(failure.code === 'open_orders' ? `${name} has open orders. Settle or cancel them first.` : messageOf(failure))
      return true
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Remove ${name}?`}
      body="Its staff are signed out at once and can’t sign in again. Its figures leave your dashboard. This can’t be undone."
      confirmLabel="Remove outlet"
      tone="danger"
      loading={command.isPending}
      disabledReason={typed.trim() === name ? null : 'Type the name first'}
      error={error}
      onConfirm={() => {
        setError(null)
        command.mutate({ params: { id: outlet._id } })
      }}
    >
      <Field label={`Type “${name}” to confirm`}>
        <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
      </Field>
    </ConfirmDialog>
  )
}
