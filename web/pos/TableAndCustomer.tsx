import { Armchair, ChevronDown } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { CustomerButton } from '#web/shared/order/CustomerButton.tsx'
import type { Customer } from '#web/shared/order/CustomerSheet.tsx'
import { ParcelMenu } from './ParcelMenu.tsx'
import type { Opened } from './useOpened.ts'

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
          className="min-w-0 shrink! px-3! text-left [&>span]:w-full [&>span]:justify-start!"
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
        <ParcelMenu type={type} current={key} onOpen={(path) => go(path, { atOnce: true })} />
      )}
      <CustomerButton
        customer={customer}
        delivery={type === 'Delivery' && key !== ''}
        className="min-w-32! flex-1"
        disabled={!key || target.kind === 'gone'}
        onClick={onCustomer}
      />
    </>
  )
}
