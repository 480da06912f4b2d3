import { useState } from 'react'
import { isSoldOut } from '#domain/menu.ts'
import { formatRupees } from '#domain/money.ts'
import { type Answer, call, messageOf, wasShown } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { useAccount } from '../account.ts'
import { usePages } from '../fetched.ts'
import { Page } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { markSaved } from '../menu/saved.ts'
import { wanted } from '../menu/wanted.ts'
import { Pages, Photo } from '../parts.tsx'
import { usePlace } from '../place.ts'
import { snack } from '../Snack.tsx'

const PAGE = 20
type Saved = Answer<'GET /menus/saved'>['items'][number]

/** The dishes that the account has saved. A guest is asked to sign in, without a call to the server. */
export default function SavedPage() {
  const account = useAccount()
  return (
    <Page title="Saved">
      {account === 'checking' ? null : account ? (
        <List key={account._id} />
      ) : (
        <div className="empty">
          <Icon name="heart" />
          <p>Sign in to keep the dishes that you like.</p>
          <a className="button" href={to.dinerLogin({ from: to.dinerSaved() })}>
            Sign in
          </a>
        </div>
      )}
    </Page>
  )
}

function List() {
  // Dishes that were removed have moved the others up, so an earlier page is read again: pages may overlap then, and a dish that is there twice is shown once.
  const [removed, setRemoved] = useState(0)
  const list = usePages<Saved>(async (next) => {
    const page = next - Math.ceil(removed / PAGE)
    const { items, currentPage, totalPages } = await call('GET /menus/saved', { query: { page, limit: PAGE } })
    return { items, more: currentPage < totalPages }
  })
  const items = unique(list.items ?? [])
  const failed = (error: unknown) => wasShown(error) || snack(messageOf(error), { tone: 'error' })

  async function save(item: Saved, at: number) {
    list.change((now) => [...now.slice(0, at), item, ...now.slice(at)])
    try {
      await call('POST /menus/item/save', { body: { menuItemId: item._id } })
      markSaved(item._id, true)
    } catch (error) {
      list.change((now) => now.filter((other) => other._id !== item._id))
      failed(error)
    }
  }
  async function unsave(item: Saved) {
    const at = items.indexOf(item)
    const putBack = (now: Saved[]) => [...now.slice(0, at), item, ...now.slice(at)]
    list.change((now) => unique(now).filter((other) => other._id !== item._id))
    try {
      await call('DELETE /menus/item/:id/unsave', { params: { id: item._id } })
      markSaved(item._id, false)
      setRemoved((n) => n + 1)
      snack(`${item.name} is no longer saved`, { id: 'unsaved', action: { label: 'Undo', press: () => void save(item, at) } })
    } catch (error) {
      list.change(putBack)
      failed(error)
    }
  }
  return (
    <Pages list={list}>
      {items.length === 0 && !list.more ? (
        <Nothing />
      ) : (
        <ul className="rows">
          {items.map((item) => (
            <Row key={item._id} item={item} unsave={() => void unsave(item)} />
          ))}
        </ul>
      )}
    </Pages>
  )
}

const unique = (items: readonly Saved[]): Saved[] => [...new Map(items.map((item) => [item._id, item])).values()]

const Nothing = () => (
  <div className="empty">
    <Icon name="heart" />
    <p>Nothing saved yet. Press a dish’s heart on the menu.</p>
    <a className="button" href={to.dinerMenu()}>
      To the menu
    </a>
  </div>
)

function Row({ item, unsave }: { item: Saved; unsave: () => void }) {
  const here = usePlace()?.restaurantId === item.restaurantId
  const from = Math.min(item.price, ...item.variants.map((v) => item.price + v.additionalPrice))
  return (
    <li className="listed">
      <Photo src={item.image} name={item.name} />
      <a
        className="about"
        href={here ? to.dinerMenu() : to.dinerRestaurant(item.restaurantId)}
        onClick={() => (here ? void (wanted.dish = item._id) : undefined)}
      >
        <strong>{item.name}</strong>
        <span className="block">{item.restaurantName}</span>
        <span className="num">{formatRupees(from)}</span>
        {isSoldOut(item) && (
          <span className="badge ml-2" data-tone="danger">
            Sold out
          </span>
        )}
      </a>
      <button
        type="button"
        className="icon-button saved"
        aria-label={`Remove ${item.name} from saved`}
        aria-pressed="true"
        onClick={unsave}
      >
        <Icon name="heart" />
      </button>
    </li>
  )
}
