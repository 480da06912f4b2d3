import { type FormEvent, useState } from 'react'
import type { Offer } from '#domain/api/offers.ts'
import { formatPaise } from '#domain/money.ts'
import { discountText } from '#domain/offerText.ts'
import type { Judged } from '#domain/offerList.ts'
import { call, messageOf } from '#web/core/api.ts'
import { type Cart, cart as carts } from '../cart.ts'
import { Icon } from '../Icon.tsx'
import { askToSit } from '../sitting.ts'
import { codedOffer } from './total.ts'

/** How many offers that don't fit are shown with their reason. */
const MOST_REASONS = 3

/** The offers that fit, those that don't with their reason, and a code (SCREENS §6.13). */
export function Offers({ restaurantId, cart, offers }: { restaurantId: string; cart: Cart; offers: readonly Judged[] }) {
  const { offer: chosen } = cart
  const [typing, setTyping] = useState(false)
  const byCode = codedOffer(cart)
  // An offer that needs its code has its own row below.
  const others = offers.filter(({ offer }) => offer._id !== byCode?._id)
  const fit = others.filter(({ why }) => why === null)
  const rest = others.filter(({ offer, why }) => why !== null && !offer.needsCode).slice(0, MOST_REASONS)

  return (
    <section className="card list" aria-label="Offers">
      {fit.map(({ offer, off }) => {
        const isOn = chosen !== null && 'id' in chosen && chosen.id === offer._id
        return (
          <div key={offer._id} className="offer-row" data-on={isOn || undefined}>
            <Icon name={isOn ? 'done' : 'offer'} />
            <div className="grow">
              <p className="strong">
                {offer.title}, <span className="num">{formatPaise(off)}</span> off
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
      {byCode ? (
        <Coded restaurantId={restaurantId} offer={byCode} judged={offers.find(({ offer }) => offer._id === byCode._id)} />
      ) : typing ? (
        <CodeForm restaurantId={restaurantId} onDone={() => setTyping(false)} />
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

/** The offer of the typed code, with its discount, or why it doesn't fit this cart. */
function Coded({ restaurantId, offer, judged }: { restaurantId: string; offer: Offer; judged: Judged | undefined }) {
  const why = judged ? judged.why : `${offer.title} has ended.`
  return (
    <div className="offer-row" data-on={why === null || undefined}>
      <Icon name={why === null ? 'done' : 'offer'} />
      <div className="grow">
        <p className="strong">
          {offer.title}
          {why === null && judged && (
            <>
              , <span className="num">{formatPaise(judged.off)}</span> off
            </>
          )}
        </p>
        <p className="small">{why ?? discountText(offer)}</p>
      </div>
      <button type="button" className="link" aria-label={`Remove ${offer.title}`} onClick={() => carts.offer(restaurantId, null)}>
        Remove
      </button>
    </div>
  )
}

/** A typed code is checked by the server, which alone knows the offer that has it, and answers only guests who sit at a table. */
function CodeForm({ restaurantId, onDone }: { restaurantId: string; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
      .trim()
      .toUpperCase()
    if (!code || busy) return
    setBusy(true)
    setFailed(null)
    try {
      if (!(await askToSit('Use the code'))) return
      const { offer } = await call('POST /orders/offer', { body: { code }, quiet: true })
      carts.offer(restaurantId, { code, offer })
      onDone()
    } catch (error) {
      setFailed(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="offer-row" style={{ flexWrap: 'wrap' }} onSubmit={(event) => void submit(event)}>
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
        autoFocus
      />
      <button type="submit" className="button-quiet" aria-disabled={busy}>
        {busy ? 'Checking…' : 'Use'}
      </button>
      {failed && (
        <p className="small ink" data-tone="danger" role="alert" style={{ width: '100%' }}>
          {failed}
        </p>
      )}
    </form>
  )
}
