import { useState } from 'react'
import type { DeskUser } from '#domain/api/backoffice.ts'
import { ShownOnce } from '#web/shared/secret/ShownOnce.tsx'
import { useCommand } from '#web/core/query.ts'
import { messageOf } from '#web/core/api.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { newPassword } from './password.ts'

/** Asks, sets a new password, which signs them out everywhere, and shows it once. */
export function ResetPassword({ user, onClose }: { user: DeskUser; onClose: () => void }) {
  const [password] = useState(newPassword)
  const reset = useCommand('PUT /backoffice/users/:id/password', { quiet: true, invalidates: ['GET /backoffice/users'] })
  if (reset.isSuccess)
    return (
      <ShownOnce
        title={`${user.name} has a new password`}
        description="Give it to them now: it is shown only this once. They change it after signing in."
        name="The password"
        secret={password}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Reset the password of ${user.name}?`}
      body="They are signed out everywhere at once and told by mail, and the old password opens nothing any more."
      confirmLabel="Reset password"
      loading={reset.isPending}
      error={reset.error ? messageOf(reset.error) : undefined}
      onConfirm={() => reset.mutate({ params: { id: user._id }, body: { password } })}
    />
  )
}
