import { formatPaise, formatRupees } from '#domain/money.ts'
import { Money as Text } from '#web/ui/Money.tsx'

/** `Rs. 1,240.00` with a muted "Rs.". Give `rupees` for values from JSON, `paise` for the domain's sums. `from`: it is the least of several, `Rs. 280.00+`, which has room on a tile. */
export function Money({
  rupees,
  paise,
  from,
  className,
}: ({ rupees: number; paise?: undefined } | { paise: number; rupees?: undefined }) & { from?: boolean; className?: string }) {
  return <Text text={`${paise === undefined ? formatRupees(rupees) : formatPaise(paise)}${from ? '+' : ''}`} className={className} />
}
