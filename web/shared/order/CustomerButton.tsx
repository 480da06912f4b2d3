import { ChevronDown, UserRound, Users } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Customer } from './CustomerSheet.tsx'

/** Who an order is for, and where a delivery goes; opens the customer sheet. `wide`: there is room for the mobile number beside the name. */
export function CustomerButton({
  customer: { customer_name, mobile_number, deliveryAddress, guests },
  delivery,
  wide = false,
  className,
  ...button
}: {
  customer: Customer
  delivery: boolean
  wide?: boolean
  disabled?: boolean
  disabledReason?: string | null
  className?: string
  onClick: () => void
}) {
  const beside = wide && customer_name !== '' && mobile_number !== ''
  return (
    <Button
      className={cx('min-w-0 text-left px-3! [&>span]:w-full [&>span]:justify-start!', className)}
      icon={<UserRound />}
      iconEnd={
        <>
          {guests ? (
            <span className="ml-auto flex flex-none items-center gap-1 text-14 font-normal text-muted">
              <Users className="size-4!" aria-hidden="true" />
              {guests}
              <span className="sr-only"> guests</span>
            </span>
          ) : null}
          {beside ? (
            <span className={cx('num flex-none text-14 font-normal text-muted', !guests && 'ml-auto')}>{mobile_number}</span>
          ) : null}
          <ChevronDown className={cx('text-muted @max-[56rem]:hidden', !guests && !beside && 'ml-auto')} />
        </>
      }
      aria-haspopup="dialog"
      {...button}
    >
      {customer_name || mobile_number || <span className="text-muted">Customer</span>}
      {delivery ? <Address of={deliveryAddress} /> : null}
    </Button>
  )
}

/** Where a delivery goes. It can be sent without an address, because the guest may still give it. */
const Address = ({ of }: { of: string }) => (
  <>
    <span className="sr-only">, </span>
    <span className={cx('block truncate text-left text-14 leading-4.5 font-normal', of ? 'text-muted' : 'text-warning-icon')}>
      {of || 'No address'}
    </span>
  </>
)
