import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mount, signIn } from '#web/test/dom.tsx'
import { createPart } from './part.ts'
import { UpdateNotice } from './shell/UpdateNotice.tsx'
import { UserMenu } from './shell/UserMenu.tsx'
import { UPDATE_READY, updateReady, watchUpdates } from './update.ts'

/** The build that the server's page is of; null while it can't be reached. */
let newest: string | null = 'a'
const asked = vi.fn()

beforeEach(() => {
  asked.mockClear()
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url)
    if (newest === null) throw new TypeError('Failed to fetch')
    return new Response(`<head><meta name="tawa-build" content="${newest}"></head>`)
  })
})
afterEach(async () => {
  newest = 'a'
  await deployed()
  await waitFor(() => expect(updateReady()).toBe(false))
  vi.unstubAllGlobals()
})

document.head.insertAdjacentHTML('beforeend', '<meta name="tawa-build" content="a">')
watchUpdates()
/** What the browser says when a script could not be loaded. */
const deployed = async () => {
  dispatchEvent(new Event('vite:preloadError'))
  await waitFor(() => expect(asked).toHaveBeenCalledWith('/'))
}

it('says in the header and the user menu that a newer build is there, and loads nothing by itself', async () => {
  await signIn()
  const { user } = mount(
    <>
      <UpdateNotice />
      <UserMenu />
    </>,
  )
  expect(screen.queryByRole('button', { name: UPDATE_READY })).toBeNull()
  newest = 'b'
  await act(deployed)
  await screen.findByRole('button', { name: UPDATE_READY })
  await user.click(screen.getByRole('button', { name: /^User menu:.*new version ready/ }))
  expect(await screen.findByRole('menuitem', { name: UPDATE_READY })).toBeTruthy()
})

it('says nothing while the server has the same build, or can’t be reached', async () => {
  mount(<UpdateNotice />)
  await act(deployed)
  newest = null
  asked.mockClear()
  await act(deployed)
  expect(screen.queryByRole('button', { name: UPDATE_READY })).toBeNull()
})

it('checks again when the page is shown after half an hour, not each time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() + 30 * 60_000)
    newest = 'b'
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
  await waitFor(() => expect(updateReady()).toBe(true))
})

it('says why a part of the page does not open when a deploy has removed it, and not when only the network is gone', async () => {
  const gone = createPart<object>(() =>
    Promise.reject<{ default: () => null }>(new TypeError('Failed to fetch dynamically imported module')),
  )
  mount(<gone.Part />)
  newest = null
  gone.fetch()
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  newest = 'b'
  gone.fetch()
  expect(await screen.findByText('This needs the new version of Tawa.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy()
  expect(screen.getAllByText('This needs the new version of Tawa.')).toHaveLength(1)
})
