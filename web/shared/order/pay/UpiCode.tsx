import type { OrderShape } from '#domain/api/order.ts'
import type { Paise } from '#domain/money.ts'
import { isUpiMethod, upiLink } from '#domain/print/upi.ts'
import { useProfile } from '#web/core/profile.ts'
import { QrCode } from '#web/shared/print/QrCode.tsx'
import { billText, orderLabel } from '../label.ts'

/** The link that pays `amount` paise of an order to the outlet by UPI; null for another method and without a UPI ID. */
export function useUpiLink(order: OrderShape, method: string, amount: Paise): string | null {
  const profile = useProfile()
  const number = billText(order.billNumber)
  return profile && isUpiMethod(method) ? upiLink(profile, amount, number ? `Bill ${number}` : orderLabel(order)) : null
}

/** The link's code, for the guest to scan from the screen, and the ID that it pays to. */
export function UpiCode({ link }: { link: string }) {
  const upiId = useProfile()?.upiId
  return (
    <figure className="grid justify-items-center gap-2">
      <span className="rounded-card border border-hairline bg-white p-2">
        <QrCode text={link} width="min(192px, 30dvh)" />
      </span>
      <figcaption className="text-14 wrap-anywhere text-muted">{upiId}</figcaption>
    </figure>
  )
}
