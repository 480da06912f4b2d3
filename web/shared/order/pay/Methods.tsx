import { Banknote, Coins, CreditCard, Landmark, type LucideIcon, QrCode, Ticket, Wallet } from 'lucide-react'
import { createElement, useId } from 'react'
import { Kbd } from '#web/ui/Kbd.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The restaurant's payment methods; the first nine have the keys 1 to 9. Undefined while they load. */
export function Methods({
  labelledBy,
  methods,
  value,
  onChange,
}: {
  labelledBy: string
  methods: readonly string[] | undefined
  value: string
  onChange: (method: string) => void
}) {
  const name = useId()
  if (!methods)
    return (
      <div className="grid grid-cols-2 gap-2 short:@min-[66rem]:grid-cols-3">
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} className="h-15 rounded-card short:h-12" />
        ))}
      </div>
    )
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="grid flex-none grid-cols-2 gap-2 short:@min-[66rem]:grid-cols-3">
      {methods.map((method, i) => (
        <label
          key={method}
          className="relative flex h-15 short:h-12 short:pl-3! short:pr-2! min-w-0 items-center gap-3 rounded-card border border-border bg-surface pr-3 pl-4 font-medium @max-[66rem]:gap-2 @max-[66rem]:pr-2 @max-[66rem]:pl-3 select-none hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-on-accent-soft has-checked:ring-1 has-checked:ring-accent has-checked:ring-inset has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
        >
          <input
            type="radio"
            name={name}
            value={method}
            checked={method === value}
            onChange={() => onChange(method)}
            className="absolute inset-0 m-0 cursor-[inherit] appearance-none rounded-[inherit] outline-none"
          />
          <MethodIcon method={method} className="size-6 short:@min-[66rem]:hidden" />
          <span style={{ hyphens: 'auto' }} className="line-clamp-2 short:text-14 min-w-0 flex-1 leading-5 @max-[66rem]:text-14">
            {method}
          </span>
          {i < 9 ? (
            <span aria-hidden="true" className="flex">
              <Kbd>{i + 1}</Kbd>
            </span>
          ) : null}
        </label>
      ))}
    </div>
  )
}

const ICONS: [RegExp, LucideIcon][] = [
  [/\bcash\b/i, Banknote],
  [/upi|qr/i, QrCode],
  [/meal|coupon|voucher|sodexo|gift/i, Ticket],
  [/card|credit|debit/i, CreditCard],
  [/wallet|paytm|pay\b/i, Wallet],
  [/transfer|bank|neft|net/i, Landmark],
]
export const iconOf = (method: string): LucideIcon => ICONS.find(([words]) => words.test(method))?.[1] ?? Coins
export const MethodIcon = ({ method, className = 'size-6' }: { method: string; className?: string }) =>
  createElement(iconOf(method), { className, 'aria-hidden': true })
