import { type FormEvent, useState } from 'react'
import { formatPaise } from '#domain/money.ts'
import { discountText } from '#domain/offerText.ts'
import type { Judged } from '#domain/offerList.ts'
import { type Cart, cart as carts } from '../cart.ts'
import { Icon } from '../Icon.tsx'

/** How many offers that don't fit are shown with their reason. */
const MOST_REASONS = 3

/** The offers that fit, those that don't with their reason, and a code (SCREENS §6.13). */
export function Offers({ restaurantId, cart, offers }: { restaurantId: string; cart: Cart; offers: readonly Judged[] }) {
  const { offer: chosen } = cart
  const [typing, setTyping] = useState(false)
  const fit = offers.filter(({ why }) => why === null)
  // What needs its code has its own row below.
  const rest = offers.filter(({ offer, why }) => why !== null && !offer.needsCode).slice(0, MOST_REASONS)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
      .trim()
      .toUpperCase()
    if (!code) return
    carts.offer(restaurantId, { code })
    setTyping(false)
  }

  return (
    <section className="card list" aria-label="Offers">
      {fit.map(({ offer, off }) => {
        const isOn = chosen !== null && 'id' in chosen && chosen.id === offer._id
        return (
          <div key={offer._id} className="offer-row" data-on={isOn || undefined}>
            <Icon name={isOn ? 'done' : 'offer'} />
            <div className="grow">
              <p className="strong">
                {offer.title}, {formatPaise(off)} off
              </p>
              <p className="small">{discountText(offer)}</p>
            </div>
            <button
              type="button"
              className="link"
              aria-label={`${isOn ? 'Remove' : 'Apply'} ${offer.title}`}
              onClick={() => carts.offer(restaurantId, isOn ? null : { id: offer._id })}
            >
              {isOn ? 'Remove' : 'Apply'}
            </button>
          </div>
        )
      })}
      {rest.map(({ offer, why }) => (
        <div key={offer._id} className="offer-row muted" data-on={why === 'On this bill' || undefined}>
          <Icon name={why === 'On this bill' ? 'done' : 'offer'} />
          <div className="grow">
            <p className="strong">{offer.title}</p>
            <p className="small">{why}</p>
          </div>
        </div>
      ))}
      {chosen !== null && 'code' in chosen ? (
        <div className="offer-row">
          <Icon name="offer" />
          <div className="grow">
            <p className="strong">Code {chosen.code}</p>
            <p className="small muted">Tried when you place the order</p>
          </div>
          <button type="button" className="link" onClick={() => carts.offer(restaurantId, null)}>
            Remove
          </button>
        </div>
      ) : typing ? (
        <form className="offer-row" onSubmit={submit}>
          <input
            className="input grow"
            name="code"
            aria-label="Offer code"
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={30}
            pattern="[A-Za-z0-9_\-]+"
            title="Letters and digits only."
            required
          />
          <button type="submit" className="button-quiet">
            Use
          </button>
        </form>
      ) : (
        <button type="button" className="offer-row" style={{ width: '100%', textAlign: 'left' }} onClick={() => setTyping(true)}>
          <Icon name="offer" />
          <span className="grow">Enter a code</span>
          <Icon name="forward" />
        </button>
      )}
    </section>
  )
}
