import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { TextField } from './fields.tsx'
import { Blocked, FormBody, useClosing } from './shells.tsx'
import { type Form, useForm } from './useForm.ts'

const LONGEST = 200
const AND = '; '

type Asked = {
  /** Names the objects: "Cancel 1 × Paneer Tikka?" */
  title: ReactNode
  body?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Common reasons, chosen by one press. */
  reasons: readonly string[]
  /** The error shown without a reason. */
  missing: string
  onClose: () => void
}

/**
 * Asks for a reason before something that can't be undone. It stays open until `run` succeeds, and shows its failure. Escape and Back ask before a typed
 * reason is lost; "Keep" closes at once.
 */
export function ReasonDialog({ run, ...asked }: Asked & { run: (reason: string) => Promise<unknown> }) {
  const form = useForm({ defaults: { reason: '' }, send: ({ reason }) => run(reason.trim()), onSaved: asked.onClose })
  return <ReasonFormDialog form={form} {...asked} />
}

type WithReason = FieldValues & { reason: string }

/** Same for a form with more fields than the reason, given as `before` and `after`. */
export function ReasonFormDialog<V extends WithReason>(props: Asked & { form: Form<V>; before?: ReactNode; after?: ReactNode }) {
  const { title, body, confirmLabel, cancelLabel = 'Keep', reasons, missing, onClose, before, after } = props
  // The form may have other fields; here only its reason is used.
  const form = props.form as unknown as Form<WithReason>
  const { reason } = form.values
  // A common reason replaces another one, and comes after what somebody has written.
  const chosen = reasons.find((r) => r === reason || reason.endsWith(AND + r)) ?? null
  const written = chosen === null ? reason.trim() : reason.slice(0, -(AND + chosen).length)
  return (
    <ConfirmDialog
      open
      onOpenChange={useClosing({ form, onClose })}
      onCancel={onClose}
      title={title}
      body={body}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      tone="danger"
      loading={form.saving}
      disabledReason={form.blocked}
      onConfirm={() => void form.submit()}
    >
      <FormBody form={form} size={48}>
        {before}
        <TextField form={form} name="reason" label="Reason" required={missing} maxLength={LONGEST} placeholder="Choose below, or write" />
        <FilterChips
          label="Common reasons"
          options={reasons.map((value) => ({ value, label: value }))}
          value={chosen}
          onToggle={(value) => {
            const next = [written, value === chosen ? '' : value].filter(Boolean).join(AND)
            if (next.length <= LONGEST) form.setValue('reason', next, { shouldValidate: true })
          }}
        />
        {after}
      </FormBody>
      <Blocked form={form} />
    </ConfirmDialog>
  )
}
