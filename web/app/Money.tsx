import { formatPaise, formatRupees } from '#domain/money.ts'
import { Money as Text } from '#web/ui/Money.tsx'

/** `Rs. 1,240.00` with a muted "Rs.". Give `rupees` for values from JSON, `paise` for the domain's sums. */
export function Money({
  rupees,
  paise,
  className,
}: ({ rupees: number; paise?: undefined } | { paise: number; rupees?: undefined }) & { className?: string }) {
  return <Text text={paise === undefined ? formatRupees(rupees) : formatPaise(paise)} className={className} />
}
