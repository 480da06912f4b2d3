import { formatPaise, formatRupees } from '#domain/money.ts'
import { Money as Text } from '#web/ui/Money.tsx'

/** `Rs. 1,240.00`, its "Rs." small and quiet. JSON has rupees; domain's own sums are paise. */
export function Money({
  rupees,
  paise,
  className,
}: ({ rupees: number; paise?: undefined } | { paise: number; rupees?: undefined }) & { className?: string }) {
  return <Text text={paise === undefined ? formatRupees(rupees) : formatPaise(paise)} className={className} />
}
