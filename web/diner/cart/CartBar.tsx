import { formatPaise } from '#domain/money.ts'
import { plural } from '#domain/text.ts'
import { lineAmount } from '#domain/ticket.ts'
import { to } from '#web/core/to.ts'
import { cartCount, useCart } from '../cart.ts'
import { Icon } from '../Icon.tsx'
import { useIsOff } from '../menu/page.ts'
import { usePlace } from '../place.ts'
import { usePath } from '../router.ts'

/** The way to the cart, when something is in it. */
export function CartBar() {
  const place = usePlace()
  const path = usePath()
  const cart = useCart(place?.restaurantId ?? '')
  const count = cartCount(cart)
  const isOff = useIsOff()
  if (count === 0 || isOff || path === to.dinerCart() || path === to.thankYou()) return null
  const amount = (cart.draft?.lines ?? []).reduce((sum, line) => sum + lineAmount(line), 0)
  return (
    <a className="button large cart-bar" href={to.dinerCart()}>
      <span>
        {plural(count, 'item')} · {formatPaise(amount)}
      </span>
      <span className="inline-flex items-center gap-2">
        View cart
        <Icon name="forward" />
      </span>
    </a>
  )
}
