import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetSession } from '#web/core/session.ts'
import { aUser, refusal, type Reply, type Request, serve } from '#web/test/dom.tsx'
import { CallButton } from './call/CallButton.tsx'
import LoginPage from './login/LoginPage.tsx'
import { showMenu } from './menu/page.ts'
import OrderPage from './order/OrderPage.tsx'
import { leavePlace, setPlace } from './place.ts'
import SignInSheet from './SignInSheet.tsx'
import { askToSit, leaveSitting, sitDown } from './sitting.ts'
import { aMenu, order, place, R, restaurant } from './test/table.ts'
import { Feedback } from './thanks/Feedback.tsx'

/** Signing in by a code or at a table, and where nobody can: the restaurant shows no menu by code. */

let switches = restaurant.qrSettings
let asked: Request[] = []
const answer = ({ path }: Request): Reply => {
  if (path.includes('/profile/necessary/')) return { status: 200, body: { restaurant: { ...restaurant, qrSettings: switches } } }
  return path.endsWith('/auth/user/login') ? { status: 202, body: { message: '' } } : refusal(404, 'not_found', path)
}
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector('button')
    first?.focus()
  }
  HTMLDialogElement.prototype.close = () => undefined
  vi.stubGlobal('scrollTo', () => undefined)
  forgetSession()
  switches = restaurant.qrSettings
  asked = serve(answer)
  setPlace(place)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  forgetSession()
  leaveSitting()
  leavePlace()
  localStorage.clear()
  document.body.innerHTML = ''
})

it('a code that was sent can be typed in after a reload, as long as it is good', async () => {
  render(<LoginPage />)
  await userEvent.type(screen.getByLabelText(/^Mobile number/), '9876500011')
  await userEvent.type(screen.getByLabelText(/^Name/), 'Ananya')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByLabelText('Code')
  cleanup()
  render(<LoginPage />)
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  const sent = () => asked.filter(({ path }) => path.endsWith('/auth/user/verify'))
  await waitFor(() => expect(sent().at(-1)?.body).toEqual({ name: 'Ananya', mobile_number: '9876500011', otp: '123456' }))
  cleanup()
  vi.useFakeTimers({ now: Date.now() + 300_000 })
  render(<LoginPage />)
  expect(screen.queryByLabelText('Code')).toBeNull()
})

describe('the sheet that asks who sits there', () => {
  it('begins with the name', async () => {
    act(() => void askToSit('Place order'))
    render(<SignInSheet onClose={() => undefined} />)
    expect(document.activeElement).toBe(await screen.findByLabelText('Your name'))
  })

  it('asks for nothing where it would be refused: the restaurant shows no menu by code', async () => {
    switches = { ...switches, enableQrMenu: false }
    setPlace({ ...place, restaurantId: 'r-off' })
    act(() => void askToSit('Call waiter'))
    render(<SignInSheet onClose={() => undefined} />)
    expect(await screen.findByText(/takes no orders from the phone/)).toBeTruthy()
    expect(screen.queryByLabelText('Mobile number')).toBeNull()
  })
})

describe('where the menu is switched off', () => {
  const off = () => {
    document.body.innerHTML = '<div id="menu"></div>'
    act(() => showMenu({ ...aMenu([]), access: 'off' }))
  }

  it('a new guest is offered neither a call nor an order', async () => {
    off()
    render(<OrderPage />)
    expect(await screen.findByRole('heading', { name: 'Ask the staff' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Call waiter|Show my order/ })).toBeNull()
  })

  it('a guest who sits there keeps the call for a waiter', async () => {
    off()
    const guest = { ...aUser({ _id: 'g1', role: 'user', name: 'Ananya', restaurantId: R }), isGuest: true }
    await sitDown({ token: 'a.b.guest', user: guest }, place)
    render(<CallButton />)
    expect(screen.getByRole('button', { name: 'Call waiter' })).toBeTruthy()
  })
})

it('a code that was sent again is good from then on, also after a reload', async () => {
  localStorage.setItem('tawa_code_sent', JSON.stringify({ name: 'Ananya', mobile_number: '9876500011', at: Date.now() - 270_000 }))
  render(<LoginPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send the code again' }))
  expect(await screen.findByText('Send again in 30 s')).toBeTruthy()
  cleanup()
  vi.useFakeTimers({ now: Date.now() + 40_000 })
  render(<LoginPage />)
  expect(screen.queryByLabelText('Code')).toBeTruthy()
})

it('feedback: the reminder to choose stars goes with the first star', async () => {
  render(<Feedback receipt={{ order: order(), restaurant, feedbackToken: 'f1', seenAt: '', isFinal: true }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose one to five stars.')
  await userEvent.click(screen.getByRole('radio', { name: '4 of 5' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
