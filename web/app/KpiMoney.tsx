import { formatPaise, formatRupees } from '#domain/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { cx } from '#web/ui/cx.ts'

/** A key figure that is money. Long amounts get a smaller font, so that Rs. 10 crore is not cut where two cards share 360 px. */
export function KpiMoney(props: { rupees: number; paise?: undefined } | { paise: number; rupees?: undefined }) {
  const text = props.paise === undefined ? formatRupees(props.rupees) : formatPaise(props.paise)
  const { length } = text
  return (
    <Money
      text={text}
      className={cx(
        'leading-8',
        length > 17 ? 'text-14' : cx('[&>span]:text-14', length > 15 ? 'text-16 sm:text-18' : length > 13 ? 'text-18 sm:text-20' : null),
      )}
    />
  )
}
