import { Armchair, ChevronDown, UserRound, Users } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Customer } from './CustomerSheet.tsx'
import { ParcelMenu } from './ParcelMenu.tsx'
import type { Opened } from './useOpened.ts'

const picking = 'min-w-0 text-left px-3! [&>span]:w-full [&>span]:justify-start!'

/** Above the order: its table (or parcel) and its customer. */
export function TableAndCustomer({
  opened: { target, type, entry, key, go },
  customer,
  onTable,
  onCustomer,
}: {
  opened: Opened
  customer: Customer
  onTable: () => void
  onCustomer: () => void
}) {
  return (
    <>
      {type === 'Dine In' ? (
        <Button
          className={picking}
          icon={<Armchair />}
          iconEnd={<ChevronDown className="ml-auto text-muted" />}
          aria-haspopup="dialog"
          onClick={onTable}
        >
          {entry ? (
            <>
              <b className="num font-semibold">{entry.label}</b>
              {entry.table.area ? <span className="ml-2 text-14 font-normal text-muted">{entry.table.area}</span> : null}
            </>
          ) : (
            'Table'
          )}
        </Button>
      ) : (
        <ParcelMenu type={type} current={key} onOpen={(path) => go(path)} />
      )}
      <Button
        className={`${picking} flex-1`}
        icon={<UserRound />}
        iconEnd={
          <>
            {customer.guests ? (
              <span className="ml-auto flex flex-none items-center gap-1 text-14 font-normal text-muted">
                <Users className="size-4!" aria-hidden="true" />
                {customer.guests}
                <span className="sr-only"> guests</span>
              </span>
            ) : null}
            <ChevronDown className={cx('text-muted @max-[56rem]:hidden', !customer.guests && 'ml-auto')} />
          </>
        }
        aria-haspopup="dialog"
        disabled={!key || target.kind === 'gone'}
        onClick={onCustomer}
      >
        {customer.customer_name || customer.mobile_number || <span className="text-muted">Customer</span>}
        {type === 'Delivery' && key ? <Address of={customer.deliveryAddress} /> : null}
      </Button>
    </>
  )
}

/** Where a delivery goes. Without an address it can be sent, too: the guest may still give it. */
const Address = ({ of }: { of: string }) => (
  <>
    <span className="sr-only">, </span>
    <span className={cx('block truncate text-left text-14 leading-4.5 font-normal', of ? 'text-muted' : 'text-warning-icon')}>
      {of || 'No address'}
    </span>
  </>
)
