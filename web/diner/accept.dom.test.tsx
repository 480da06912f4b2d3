import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aMenuItem, aWrittenOffer } from '#domain/test/shapes.ts'
import { acceptLogin, forgetSession } from '#web/core/session.ts'
import { watchConnection } from '#web/core/online.ts'
import { to } from '#web/core/to.ts'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import CallSheet from './call/CallSheet.tsx'
import { count } from './menu/statistics.ts'
import { cart, cartNow } from './cart.ts'
import ItemSheet from './menu/ItemSheet.tsx'
import LoginPage from './login/LoginPage.tsx'
import { MenuPage } from './menu/MenuPage.tsx'
import { dishChanged, type MenuData, showMenu } from './menu/page.ts'
import NearbyPage from './nearby/NearbyPage.tsx'
import OrderPage from './order/OrderPage.tsx'
import { leavePlace, setPlace } from './place.ts'
import RestaurantPage from './restaurant/RestaurantPage.tsx'
import { go } from './router.ts'
import SavedPage from './saved/SavedPage.tsx'
import SignInSheet from './SignInSheet.tsx'
import { askToSit, leaveSitting, sitDown, takeSeat } from './sitting.ts'
import { Snacks } from './Snack.tsx'
import { order, restaurant } from './test/table.ts'
import { changeVisit, clearVisit } from './visit.ts'

/** *Accept* points of the diner (SCREENS §2.6), by their words, that stand in none of the other files. */
const place = { restaurantId: 'r1', restaurantName: 'Smash Yard', tableId: 't7', tableNumber: '7', qrToken: 'q' }
const guest = { ...aUser({ _id: 'g1', role: 'user', name: 'Ananya', restaurantId: 'r1' }), isGuest: true }
const login = { token: 'a.b.guest', user: guest }
let asked: Request[]
let special: (request: Request) => Reply | null
const sentTo = (path: string) => asked.filter((request) => request.path.startsWith(path))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  special = () => null
  asked = serve((request) => {
    const own = special(request)
    if (own) return own
    if (request.path.endsWith('/auth/user/login')) return { status: 200, body: login }
    if (request.path.includes('/statistics/')) return { status: 204 }
    return refusal(404, 'not_found', request.path)
  })
  setPlace(place)
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  forgetSession()
  leaveSitting()
  leavePlace()
  clearVisit()
  localStorage.clear()
})

describe('Call waiter', () => {
  it('shows "Called 1 min ago", resend after 60 s, as another call', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const at = Date.now()
    const alert = { _id: 'a', tableId: 't7', alertType: 'callWaiter', timestamp: new Date(at).toISOString(), acknowledged: false }
    special = ({ path }) => (path.endsWith('/tables/alert') ? { status: 201, body: { alert: { ...alert, _id: 'b' } } } : null)
    await sitDown(login as never, place)
    changeVisit({ alerts: [alert as never] })
    render(<CallSheet onClose={() => undefined} />)
    expect(screen.getByText('Called just now')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /: Waiter$/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    expect(screen.queryByRole('button', { name: /: Waiter$/ })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.getByText('Called 1 min ago')).toBeTruthy()
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Call again: Waiter' }))
    await waitFor(() => expect(sentTo('/v1/tables/alert')).toHaveLength(1))
    expect(sentTo('/v1/tables/alert')[0]?.body).toEqual({ tableId: 't7', alertType: 'callWaiter' })
  })
})

describe('a call that the staff have seen', () => {
  const seen = (alertType: string, minutes: number) => ({
    _id: 'a',
    tableId: 't7',
    alertType,
    timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
    acknowledged: true,
  })

  it('can be made again five minutes after it was made, although it is still on their screens', async () => {
    const water = seen('water', 6)
    special = ({ path }) => (path.endsWith('/tables/alert') ? { status: 201, body: { alert: { ...water, _id: 'b' } } } : null)
    await sitDown(login as never, place)
    changeVisit({ alerts: [water, seen('callWaiter', 4)] as never })
    render(<CallSheet onClose={() => undefined} />)
    expect(screen.queryByRole('button', { name: /: Waiter$/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Ask again: Water' }))
    await waitFor(() => expect(sentTo('/v1/tables/alert')[0]?.body).toEqual({ tableId: 't7', alertType: 'water' }))
  })

  it('for the bill, as soon as more was ordered than the printed bill has', async () => {
    const bill = seen('bill', 2)
    special = ({ path }) => (path.endsWith('/tables/alert') ? { status: 201, body: { alert: { ...bill, _id: 'b' } } } : null)
    await sitDown(login as never, place)
    const printed = { ...order({ createdAt: seen('', 30).timestamp }), billPrintedAt: seen('', 1).timestamp }
    const [kot] = printed.kots
    const kots = [{ ...kot!, createdAt: printed.createdAt, sentAt: printed.createdAt }]
    changeVisit({ order: { ...printed, kots }, isRead: true, alerts: [bill] as never })
    render(<OrderPage />)
    expect(screen.getByRole('button', { name: 'Bill is on the way' }).getAttribute('aria-disabled')).toBe('true')
    const coffee = { ...kot!, kotId: 'k2', sentAt: new Date().toISOString() }
    act(() => changeVisit({ order: { ...printed, kots: [...kots, coffee], billPrintedAt: null } }))
    await userEvent.click(screen.getByRole('button', { name: 'Ask for bill' }))
    await waitFor(() => expect(sentTo('/v1/tables/alert')[0]?.body).toEqual({ tableId: 't7', alertType: 'bill' }))
  })
})

describe('the menu', () => {
  it('each view counted once per session, and dishes put into the cart are counted too', async () => {
    for (let times = 0; times < 3; times++) {
      count('view', 'd1')
      count('cart', 'd1')
      count('view', 'd2')
    }
    await waitFor(() => expect(sentTo('/v1/statistics/').map(({ path }) => path)).toHaveLength(3))
    expect(
      sentTo('/v1/statistics/')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/v1/statistics/cart/d1', '/v1/statistics/view/d1', '/v1/statistics/view/d2'])
  })
})

describe('a dish of the menu', () => {
  const dishes = [
    aMenuItem({ _id: 'on', name: 'Masala Dosa', price: 120, variants: [], addonGroups: [] }),
    aMenuItem({ _id: 'off', name: 'Mango Lassi', price: 90, variants: [], addonGroups: [], available: false }),
  ]
  const row = ({ _id, name }: { _id: string; name: string }) =>
    `<li class="dish" data-item="${_id}"><button type="button" data-open>${name}</button><button class="heart"></button><button class="add" aria-label="Add ${name}"></button></li>`
  const category = { _id: 'c1', name: 'All', description: '', station: null, subcategories: [], menuItems: dishes }
  const menu = {
    access: 'menu',
    restaurantId: 'r1',
    name: 'Smash Yard',
    etag: '"1"',
    theme: '',
    head: '<header class="head"><div class="actions"></div></header>',
    facts: '',
    body: `<div id="searches"></div><main><section id="c-1"><ul>${dishes.map(row).join('')}</ul></section></main>`,
    categories: [category],
    orders: true,
  } as unknown as MenuData
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined)
    document.body.innerHTML = '<div id="menu" data-restaurant="r1"></div><div id="app"></div>'
    special = ({ path }) => (path.startsWith('/user/menu.json') ? { status: 200, body: menu } : null)
    showMenu(menu)
    render(
      <>
        <MenuPage shown />
        <Snacks />
      </>,
      { container: document.getElementById('app')! },
    )
  })
  afterEach(() => {
    cart.clear('r1')
    cleanup()
    document.body.innerHTML = ''
  })
  const inCart = () => cartNow('r1').draft?.lines.map(({ _id }) => _id) ?? []

  it('sold out visible but not addable: neither by its + nor in its sheet', async () => {
    await press('Add Mango Lassi')
    expect(await screen.findByText('Mango Lassi is sold out.')).toBeTruthy()
    await press('Mango Lassi')
    const sheet = await screen.findByRole('dialog', { name: 'Mango Lassi' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Sold out' }))
    expect(inCart()).toEqual([])
    await press('Add Masala Dosa')
    expect(inCart()).toEqual(['on'])
  })

  it('is counted as viewed when it is opened, and once, however often', async () => {
    const views = () => sentTo('/v1/statistics/view/').map(({ path }) => path)
    expect(views()).toEqual([])
    for (let times = 0; times < 2; times++) {
      await press('Masala Dosa')
      await press('Close')
    }
    await press('Mango Lassi')
    // The other test has opened the lassi in this session already.
    await waitFor(() => expect(views()).toEqual(['/v1/statistics/view/on']))
  })

  it('opens for a guest who comes from it in Saved', async () => {
    cleanup()
    special = ({ path }) =>
      path.startsWith('/v1/menus/saved')
        ? {
            status: 200,
            body: { items: [{ ...dishes[0], restaurantId: 'r1', restaurantName: 'Smash Yard' }], currentPage: 1, totalPages: 1 },
          }
        : path.startsWith('/user/menu.json')
          ? { status: 200, body: menu }
          : null
    await acceptLogin('diner', { token: 'a.b.account', user: { ...guest, isGuest: false } as never })
    const saved = render(<SavedPage />)
    const link = await screen.findByRole('link', { name: /^Masala Dosa/ })
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    saved.unmount()
    const page = render(<MenuPage shown />, { container: document.getElementById('app')! })
    expect(await screen.findByRole('dialog', { name: 'Masala Dosa' })).toBeTruthy()
    await press('Close')
    page.unmount()
    render(<MenuPage shown />, { container: document.getElementById('app')! })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('gives the focus back to its row when its sheet closes, also when the menu was replaced meanwhile', async () => {
    await press('Masala Dosa')
    await screen.findByRole('dialog', { name: 'Masala Dosa' })
    act(() => showMenu({ ...menu, etag: '"2"', body: `${menu.body}<p>News</p>` }))
    await press('Close')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Masala Dosa' }))
  })

  it('of which only a few are left: its sheet adds no more than these, counting those in the cart', async () => {
    act(() => dishChanged(aMenuItem({ ...dishes[0]!, remaining: 2, version: 9 })))
    await press('Add Masala Dosa')
    await press('Masala Dosa')
    const sheet = await screen.findByRole('dialog', { name: 'Masala Dosa' })
    expect(within(sheet).getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true)
    await userEvent.click(within(sheet).getByRole('button', { name: /Add to cart/ }))
    await press('Masala Dosa')
    await userEvent.click(await screen.findByRole('button', { name: 'Only 2 left' }))
    expect(cartNow('r1').draft?.lines.map(({ quantity }) => quantity)).toEqual([2])
  })
})

describe('/user/nearby', () => {
  it('location denied → place search, which has the focus; its results show no distance', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    const refuse = vi.fn((_done: unknown, failed: () => void) => failed())
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition: refuse } }))
    const listed = { _id: 'r1', restaurantName: 'Smash Yard', distance: null, cuisines: [], costForTwo: null, photos: [], image: null }
    const found = { ...listed, address: 'Kondapur, Hyderabad', hoursNow: null }
    special = ({ path }) =>
      path.startsWith('/v1/restaurant/nearby') ? { status: 200, body: { restaurants: [found], totalCount: 1, hasMore: false } } : null
    render(<NearbyPage />)
    await userEvent.click(screen.getByRole('button', { name: 'Show what is near me' }))
    expect(await screen.findByText(/Location is off for this site, so there are no distances/)).toBeTruthy()
    expect(sentTo('/v1/restaurant/nearby')).toEqual([])
    const search = screen.getByRole('searchbox', { name: 'Search restaurants' })
    expect(document.activeElement).toBe(search)
    await userEvent.keyboard('kondapur')
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toContain('Smash Yard')
    expect(row.textContent).not.toMatch(/\d k?m\b/)
    const query = new URL(sentTo('/v1/restaurant/nearby')[0]?.path ?? '', 'http://x').searchParams
    expect([query.get('search'), query.get('latitude')]).toEqual(['kondapur', null])
  })
})

describe('the sign-in at a table', () => {
  it('name/mobile remembered next visit', async () => {
    await takeSeat({ name: 'Ananya', mobile_number: '9876500011' })
    // The visit ends; days later another code is scanned.
    forgetSession()
    leaveSitting()
    setPlace({ ...place, tableId: 't3', tableNumber: '3' })
    render(<SignInSheet onClose={() => undefined} />)
    act(() => void askToSit('Place order'))
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Ananya')
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9876500011')
  })
})

describe('the sign-in at a table whose printed code may have been replaced', () => {
  it('sends the code that was scanned, as a guest and with a code by SMS', async () => {
    special = ({ path }) => {
      if (path.endsWith('/auth/user/verify')) return { status: 200, body: { token: 'a.b.account', user: { ...guest, isGuest: undefined } } }
      return path.endsWith('/auth/user/login') && asked.length === 1 ? { status: 202, body: { message: '' } } : null
    }
    render(<LoginPage />)
    await userEvent.type(screen.getByLabelText(/^Mobile number/), '9876500011')
    await userEvent.type(screen.getByLabelText(/^Name/), 'Ananya')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await waitFor(() => expect(sentTo('/v1/auth/user/verify')[0]?.body).toMatchObject({ tableId: 't7', qrToken: 'q' }))
    await takeSeat({ name: 'Ananya', mobile_number: '9876500011' })
    expect(sentTo('/v1/auth/user/login').at(-1)?.body).toMatchObject({ tableId: 't7', qrToken: 'q' })
  })
})

describe('the sign-in at a table, with a mistake', () => {
  it('shows the mistake beside the field in the page’s words, sends nothing, and removes the message with the next letter', async () => {
    act(() => void askToSit('Place order'))
    render(<SignInSheet onClose={() => undefined} />)
    const mobile = () => screen.getByLabelText<HTMLInputElement>(/^Mobile number/)
    const words = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }))
    expect(words()).toEqual(['Enter your name.', 'Enter your mobile number.'])
    expect(document.activeElement).toBe(screen.getByLabelText(/^Your name/))
    await userEvent.type(screen.getByLabelText(/^Your name/), 'Ravi')
    await userEvent.type(mobile(), '98765')
    expect(words()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }))
    expect(words()).toEqual(['At least six digits, and digits only.'])
    expect(document.activeElement).toBe(mobile())
    expect(sentTo('/v1/auth')).toEqual([])
    await userEvent.type(mobile(), '00399')
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }))
    await waitFor(() => expect(sentTo('/v1/auth/user/login')).toHaveLength(1))
  })
})

describe('/user/restaurant/:id', () => {
  const shown = (answer: Reply) => {
    special = ({ path }) => (path.endsWith('/details') ? answer : null)
    // Another id each time: answers are kept while the page is open.
    vi.stubGlobal('scrollTo', () => undefined)
    go(to.dinerRestaurant(`r${asked.length}${Math.random()}`), { replace: true })
    render(<RestaurantPage />)
  }

  const listed = {
    restaurantName: 'Smash Yard',
    address: '',
    photos: [],
    cuisines: [],
    types: [],
    accessibility: [],
    promotionalBanner: [],
    rating: null,
    opening_hours: { weekday_text: [] },
  }

  it('shows what the general settings have for the listing: services, kind, accessibility, website, banners, and that it is recommended', async () => {
    const more = {
      types: ['Restaurant', 'Bar'],
      cuisines: ['Burgers'],
      accessibility: ['Step-free entrance', 'Braille menu'],
      url: 'https://smash.example',
      dineIn: true,
      takeout: true,
      delivery: false,
      recommendedOnMobile: true,
      promotionalBanner: [{ _id: 'b1', title: 'Diwali menu', image: '/media/b1', link: 'https://smash.example/diwali' }],
    }
    shown({ status: 200, body: { restaurant: { ...listed, ...more } } })
    expect(await screen.findByText('Dine in · Takeout')).toBeTruthy()
    for (const text of ['Restaurant, Bar · Burgers', 'Step-free entrance, Braille menu', 'Recommended'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Website' }).getAttribute('href')).toBe('https://smash.example')
    const news = within(screen.getByRole('list', { name: 'News' }))
    expect(news.getByText('Diwali menu')).toBeTruthy()
    expect(news.getByRole('link', { name: 'Diwali menu' }).getAttribute('href')).toBe('https://smash.example/diwali')
  })

  it('that isn’t listed says so and leads to the search, because another try would find nothing', async () => {
    shown(refusal(404, 'not_found', 'Not found'))
    expect(await screen.findByRole('heading', { name: 'This restaurant isn’t listed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find a restaurant' }).getAttribute('href')).toBe(to.dinerNearby())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('that the server can’t show at the moment can be asked for again', async () => {
    shown(refusal(403, 'forbidden', 'Not now'))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('writes days with the same hours in one line, and an offer’s "Rs." on the line of its amount', async () => {
    const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day) => `${day}: 11:00 – 22:30`)
    const weekday_text = [...week, 'Friday: 11:00 – 23:00', 'Saturday: 11:00 – 23:00', 'Sunday: Closed']
    const restaurant = { ...listed, opening_hours: { weekday_text } }
    const offer = aWrittenOffer('Weekdays', { value: 15, maxDiscount: 200, minOrderAmount: 500 })
    const secret = aWrittenOffer('Secret', { needsCode: true, days: [1, 2], orderTypes: ['Take Away'] })
    shown({ status: 200, body: { restaurant } })
    const details = special
    special = (request) => (request.path.includes('/offers/') ? { status: 200, body: { offers: [offer, secret] } } : details(request))
    const hours = await screen.findByRole('region', { name: 'Opening hours' })
    expect([...hours.querySelectorAll('dt')].map((day) => `${day.textContent} ${day.nextSibling?.textContent}`)).toEqual([
      'Monday to Thursday 11:00 – 22:30',
      'Friday to Saturday 11:00 – 23:00',
      'Sunday Closed',
    ])
    const offers = await screen.findByRole('region', { name: 'Offers' })
    expect(
      within(offers)
        .getAllByRole('listitem')
        .map((li) => li.textContent),
    ).toEqual([
      '15% off, at most Rs.\u00a0200.00 from Rs.\u00a0500.00 · Weekdays',
      '10% off · Secret (with its code) · Mon, Tue · Take Away',
    ])
  })
})

describe('a dish with choices', () => {
  it('has a button that names the missing choice and goes to it; once it is made, the button shows the price', async () => {
    const onSubmit = vi.fn()
    const variants = ['Lamb', 'Chicken'].map((name) => ({ name, additionalPrice: 30 }))
    const sides = { name: 'Sides', min: 1, max: 1, addons: [{ name: 'Fries', price: 0 }] }
    const item = aMenuItem({ _id: 'b', name: 'Burger', price: 375, variants, addonGroups: [sides] as never })
    Element.prototype.scrollIntoView = () => undefined
    render(<ItemSheet item={item} onSubmit={onSubmit} onClose={() => undefined} />)
    expect(screen.queryByRole('button', { name: /Add to cart/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Choose one first' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Lamb/ }))
    await userEvent.click(screen.getByRole('radio', { name: /Lamb/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Sides: choose 1' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Fries/ }))
    await userEvent.click(screen.getByRole('radio', { name: /Fries/ }))
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: /Add to cart.*405\.00/ }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })
})

describe('the sign-in at a table, on a bad line', () => {
  it('no longer says "offline" once the phone is back online, and keeps what was typed', async () => {
    let reachable = true
    vi.stubGlobal('fetch', () => (reachable ? Promise.resolve(Response.json({ restaurant })) : Promise.reject(new TypeError('no network'))))
    watchConnection()
    act(() => void askToSit('Place order'))
    render(<SignInSheet onClose={() => undefined} />)
    reachable = false
    act(() => void window.dispatchEvent(new Event('offline')))
    await userEvent.type(screen.getByLabelText('Your name'), 'Ravi')
    await userEvent.type(screen.getByLabelText('Mobile number'), '9876500399')
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/reached|offline/i)
    reachable = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe('9876500399')
  })
})

describe('/user/saved', () => {
  const saved = (items: unknown[]) => {
    special = ({ path }) => (path.startsWith('/v1/menus/saved') ? { status: 200, body: { items, currentPage: 1, totalPages: 1 } } : null)
    render(<SavedPage />)
  }
  beforeEach(async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = () => undefined
        disconnect = () => undefined
      },
    )
    await acceptLogin('diner', { token: 'a.b.account', user: aUser({ _id: 'a1', role: 'user', email: 'diner:9876500011' }) })
  })

  it('empty links to menu', async () => {
    saved([])
    expect((await screen.findByRole('link', { name: 'To the menu' })).getAttribute('href')).toBe(to.dinerMenu())
  })

  it('labels only the dishes that are sold out', async () => {
    const of = (id: string, more: object) => ({
      ...aMenuItem({ _id: id, name: id, ...more }),
      restaurantId: 'r1',
      restaurantName: 'Smash Yard',
    })
    saved([
      of('off', { available: false }),
      of('none left', { available: true, remaining: 0 }),
      of('on', { available: true, remaining: null }),
    ])
    await screen.findByText('on')
    expect(screen.getAllByRole('listitem').map((row) => row.textContent?.includes('Sold out'))).toEqual([true, true, false])
  })
})

it('a dish shows calories and allergens where the outlet gives them, and no empty line where it does not', () => {
  const show = (facts: object) =>
    render(<ItemSheet item={aMenuItem({ name: 'Burger', ...facts })} onSubmit={() => undefined} onClose={() => undefined} />)
  const { unmount } = show({ calories: 640, allergens: ['Gluten', 'Egg'] })
  expect(screen.getByText('640 kcal')).toBeTruthy()
  expect(screen.getByText('Contains Gluten, Egg')).toBeTruthy()
  unmount()
  show({ calories: null, allergens: [] })
  expect(screen.queryByText(/kcal|Contains/)).toBeNull()
})
