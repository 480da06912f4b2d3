import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { STAFF_TABLE } from '#domain/test/pages.ts'
import { aRestaurant } from '#domain/test/shapes.ts'
import { to } from '#web/core/to.ts'
import { readCookie, writeCookie } from '#web/core/tokens.ts'
import { aUser, mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { askForPaper } from '#web/shared/print/asked.ts'
import { StaffServices } from './StaffServices.tsx'
import StaffShell from './StaffShell.tsx'

vi.mock('#web/shared/print/PrintStation.tsx', () => ({ default: () => <p>This page prints</p> }))
vi.mock('./Beside.tsx', () => ({ default: () => null }))

const answers = () =>
  serve(({ path }) => {
    if (path === '/v1/auth/me') return { status: 200, body: { user: aUser({ role: 'superuser' }) } }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant: aRestaurant() } }
    return refusal(404, 'not_found', 'Not found.')
  })
/** The services of a page, once they are rendered. */
const services = async (path: string) => {
  const page = (
    <>
      <StaffServices />
      <p>The page</p>
    </>
  )
  mount(page, { path })
  await screen.findByText('The page')
}
afterEach(() => writeCookie('tawa_navbar', '', 0))

/** SPEC §2: "A navbar flag is kept in a cookie named for the product navbar and holds true or false." */
it('keeps in the cookie tawa_navbar whether the navbar is wide, true or false, and opens the next page as it says', async () => {
  answers()
  await signIn({ role: 'superuser' })
  const cookie = () => readCookie('tawa_navbar')
  const { user } = mount(<StaffShell />, { path: to.invoices() })
  expect(cookie()).toBeUndefined()
  await user.click(await screen.findByRole('button', { name: 'Expand menu' }))
  expect(cookie()).toBe('true')

  cleanup()
  const next = mount(<StaffShell />, { path: to.reports() })
  await next.user.click(await screen.findByRole('button', { name: 'Collapse' }))
  expect(cookie()).toBe('false')

  cleanup()
  // Wide enough for a wide one: what was chosen counts.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ media: query, matches: query.includes('min-width'), addEventListener() {}, removeEventListener() {} }) as never,
  )
  mount(<StaffShell />, { path: to.invoices() })
  expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeTruthy()
  cleanup()
  writeCookie('tawa_navbar', '', 0)
  mount(<StaffShell />, { path: to.invoices() })
  expect(await screen.findByRole('button', { name: 'Collapse' })).toBeTruthy()
  vi.restoreAllMocks()
})

/** SPEC §2: "Automatic receipt printing runs only on the pos, kitchen, tables and orders pages." */
it.each([...Object.keys(STAFF_TABLE), to.account()])('%s prints by itself only if it is pos, kitchen, tables or orders', async (path) => {
  answers()
  await signIn({ role: 'superuser' })
  // The script of the part has been loaded once this page shows it, so that any other page would show it at once.
  await services(to.pos())
  expect(await screen.findByText('This page prints')).toBeTruthy()
  cleanup()
  await services(path)
  const prints = ['/restaurant/pos', '/restaurant/kitchen', '/restaurant/tables', '/restaurant/orders'].includes(path)
  expect(screen.queryByText('This page prints') !== null).toBe(prints)
})

it('another page prints too once somebody has asked for a paper there', async () => {
  answers()
  await signIn({ role: 'superuser' })
  history.replaceState(null, '', to.invoices())
  await services(to.invoices())
  expect(screen.queryByText('This page prints')).toBeNull()
  act(() => askForPaper())
  expect(await screen.findByText('This page prints')).toBeTruthy()
})
