import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, toRupees } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { SelectField } from '#web/app/form/fields.tsx'
import { Gone } from '#web/app/form/Kept.tsx'
import { ReasonDialog, ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { orderLabel } from '../label.ts'
import { backText, CORRECT_REASONS, GIVE_BACK_REASONS, type Received, TIP_BACK_REASONS } from './received.ts'

type Asked = { order: OrderShape; row: Received; onClose: () => void }

/** For a payment that was recorded under the wrong method: moves it to the right one (CONTRACT §9). */
export function CorrectMethodDialog({ order, row, onClose }: Asked) {
  const others = (useProfile()?.paymentTypes ?? []).filter((method) => method !== row.method)
  const correct = useCommand('POST /orders/:id/payments/:paymentId/correct', { quiet: true })
  const form = useForm({
    defaults: { method: others[0] ?? '', reason: '' },
    send: ({ method, reason }) =>
      correct.mutateAsync({
        params: { id: order._id, paymentId: row.paymentId ?? '' },
        body: { method, reason: reason.trim(), version: order.version },
      }),
    onSaved: (_, { method }) => {
      snack.success(`${formatPaise(row.paise)} moved from ${row.method} to ${method}`)
      onClose()
    },
  })
  return (
    <ReasonFormDialog
      form={form}
      title={
        row.tip
          ? `The tip of ${formatPaise(row.paise)} was not by ${row.method}?`
          : `${formatPaise(row.paise)} was not paid by ${row.method}?`
      }
      body={`${orderLabel(order)}. The bill stays as it is; only how ${row.tip ? 'the tip' : 'it'} was paid is corrected.`}
      confirmLabel="Correct"
      reasons={CORRECT_REASONS}
      missing="Say why it is corrected."
      onClose={onClose}
      before={<SelectField form={form} name="method" label="It was paid by" options={others.map((value) => ({ value, label: value }))} />}
    />
  )
}

/** Gives a received share back to the guest, so that it is left to pay again. `gone`: somebody else did, or corrected its method. */
export function GiveBackDialog({ order, row, gone, onClose }: Asked & { gone: boolean }) {
  // What this device gives back may be in an event before the answer comes.
  const [own, setOwn] = useState(false)
  const giveBack = useCommand('POST /orders/:id/payments/give-back', { quiet: true })
  return (
    <Gone value={gone && !own ? 'It was given back or corrected meanwhile.' : null}>
      <ReasonDialog
        title={`Give ${row.tip ? 'the tip of ' : ''}${formatPaise(row.back)} back ${backText(row.method)}?`}
        body={`${orderLabel(order)}. ${row.tip ? 'The bill stays as it is.' : 'It is left to pay again.'}`}
        confirmLabel="Give back"
        reasons={row.tip ? TIP_BACK_REASONS : GIVE_BACK_REASONS}
        missing="Say why it is given back."
        onClose={onClose}
        run={async (reason) => {
          setOwn(true)
          try {
            await giveBack.mutateAsync({
              params: { id: order._id },
              body: { amount: toRupees(row.back), method: row.method, reason, version: order.version, ...(row.tip ? { tip: true } : {}) },
            })
          } catch (error) {
            setOwn(false)
            throw error
          }
          snack.success(`Give back ${formatPaise(row.back)} ${backText(row.method)}`)
        }}
      />
    </Gone>
  )
}
