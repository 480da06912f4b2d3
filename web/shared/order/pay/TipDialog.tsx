import { useState } from 'react'
import { formatPaise } from '#domain/money.ts'
import { isCash, typedPaise, typedText } from '#domain/tender.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Keypad } from '#web/ui/Keypad.tsx'
import type { Tendering } from './useTender.ts'

/** A tip that comes with the payment (CONTRACT §9): its amount, and how it is given, at first as the payment is. Nothing is sent before Settle. */
export function TipDialog({ tender, onClose }: { tender: Tendering; onClose: () => void }) {
  const { methods = [], method, cash, takes, tip, tips, setTip, split, due, left } = tender
  const hasTyped = tender.typed !== null
  const [typed, type] = useState(tip ? { text: typedText(tip.amount), fresh: true } : { text: '', fresh: false })
  const [by, setBy] = useState(tips?.method ?? method)
  const amount = typedPaise(typed.text)
  const problem = amount === null || amount === 0 ? 'Enter an amount' : null
  const spare = cash && isCash(by) && hasTyped ? Math.max(0, takes.given - (split === 'amounts' ? left : due)) : 0
  const take = () => {
    if (amount === null || problem) return
    // By the payment's method it follows that, when another is chosen before Settle.
    setTip({ amount, method: by === method ? null : by })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Tip"
      description="Beside the bill: not in its total or in sales."
      size="sm"
      footer={
        <>
          {tip ? (
            <Button
              onClick={() => {
                setTip(null)
                onClose()
              }}
            >
              No tip
            </Button>
          ) : null}
          <Button variant="primary" full disabledReason={problem} onClick={take}>
            {tip ? 'Change tip' : 'Add tip'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Amount">
          <Input
            size={48}
            numeric
            inputMode="none"
            autoComplete="off"
            start="Rs."
            value={typed.text}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => type({ text: event.target.value.replace(/[^\d.,]/g, ''), fresh: false })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              take()
            }}
          />
        </Field>
        {spare > 0 ? <Button onClick={() => type({ text: typedText(spare), fresh: true })}>The change, {formatPaise(spare)}</Button> : null}
        <Keypad
          label="Tip"
          value={typed.text}
          fresh={typed.fresh}
          onChange={(text) => type({ text, fresh: false })}
          className="auto-rows-[48px]!"
        />
        <Field label="Given by">
          <Select size={48} value={by} onChange={(event) => setBy(event.target.value)}>
            {methods.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
    </Dialog>
  )
}
