import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { formatPaise, formatRupees, toRupees } from '#domain/money.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { MoneyField, SelectField } from '#web/app/form/fields.tsx'
import { Gone } from '#web/app/form/Kept.tsx'
import { ReasonFormDialog } from '#web/app/form/ReasonDialog.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { orderLabel } from '../label.ts'
import { backText, byOptions, CORRECT_REASONS, GIVE_BACK_REASONS, type Received, TIP_BACK_REASONS } from './received.ts'

type Asked = { order: OrderShape; row: Received; onClose: () => void }

/** For a payment that was recorded under the wrong method: moves it to the right one (CONTRACT §9). */
export function CorrectMethodDialog({ order, row, onClose }: Asked) {
  const others = (useProfile()?.paymentTypes ?? []).filter((method) => method !== row.method)
  const correct = useCommand('POST /orders/:id/payments/:paymentId/correct', { quiet: true })
  const form = useForm({
    // Nothing is chosen beforehand: a correction by a press too many would be the next wrong method.
    defaults: { method: others.length === 1 ? others[0]! : '', reason: '' },
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
      before={
        <SelectField
          form={form}
          name="method"
          label="It was paid by"
          placeholder="Choose"
          required="Say how it was paid."
          options={others.map((value) => ({ value, label: value }))}
        />
      }
    />
  )
}

/** Gives a received share, or some of it, back to the guest, so that it is left to pay again. `gone`: somebody else did, or corrected its method. */
export function GiveBackDialog({ gone, ...asked }: Asked & { gone: boolean }) {
  // What this device gives back may be in an event before the answer comes.
  const [own, setOwn] = useState(false)
  return (
    <Gone value={gone && !own ? 'It was given back or corrected meanwhile.' : null}>
      <GiveBackForm {...asked} onOwn={setOwn} />
    </Gone>
  )
}

function GiveBackForm({ order, row, onOwn, onClose }: Asked & { onOwn: (own: boolean) => void }) {
  const giveBack = useCommand('POST /orders/:id/payments/give-back', { quiet: true })
  const methods = useProfile()?.paymentTypes ?? []
  const most = toRupees(row.back)
  const form = useForm({
    defaults: { amount: most as number | null, by: row.method, reason: '' },
    send: async ({ amount, by, reason }) => {
      onOwn(true)
      try {
        return await giveBack.mutateAsync({
          params: { id: order._id },
          body: {
            amount: amount ?? 0,
            method: row.method,
            ...(by === row.method ? {} : { by }),
            reason: reason.trim(),
            version: order.version,
            ...(row.tip ? { tip: true } : {}),
          },
        })
      } catch (error) {
        onOwn(false)
        throw error
      }
    },
    onSaved: (_, { amount, by }) => {
      snack.success(`${formatRupees(amount ?? 0)} given back ${backText(by)}`)
      onClose()
    },
  })
  const { amount, by } = form.values
  const given = amount === null || Number.isNaN(amount) || amount > most ? most : amount
  return (
    <ReasonFormDialog
      form={form}
      title={`Give ${row.tip ? 'the tip of ' : ''}${formatRupees(given)} back ${backText(by)}?`}
      body={`${orderLabel(order)}. ${row.tip ? 'The bill stays as it is.' : 'It is left to pay again.'}`}
      confirmLabel="Give back"
      reasons={row.tip ? TIP_BACK_REASONS : GIVE_BACK_REASONS}
      missing="Say why it is given back."
      onClose={onClose}
      before={
        <div className="grid grid-cols-2 gap-3">
          <MoneyField form={form} name="amount" label="Amount" required max={most} />
          {/* What came by UPI may go back out of the drawer, and the books must say so. */}
          <SelectField form={form} name="by" label="Given back by" options={byOptions(row.method, methods)} />
        </div>
      }
    />
  )
}
