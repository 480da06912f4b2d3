import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { give, loaded, Tables, tables } from '#web/test/TablesList.tsx'
import { Frame } from '../Frame.tsx'
import { setRouter } from '../useSearch.ts'

/** Lists in the browser's own history, which has a Forward. */

let router: ReturnType<typeof createBrowserRouter> | undefined
afterEach(() => router?.dispose())

it('Forward comes through the entries of closed rows to what lies after the list, which Back passes over', async () => {
  give(tables(3))
  router = createBrowserRouter([
    { path: '/list', element: <Tables /> },
    { path: '*', element: <p>Elsewhere</p> },
  ])
  setRouter(router)
  await router.navigate('/before')
  await router.navigate('/list')
  const user = userEvent.setup()
  render(
    <Frame>
      <RouterProvider router={router} />
    </Frame>,
  )
  await loaded()
  for (const name of ['2', '3']) {
    await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
  }
  await router.navigate('/after')
  /** One step in the history: Back or Forward. */
  const step = async (by: 1 | -1) => {
    const { key } = router!.state.location
    window.history.go(by)
    await waitFor(() => expect(router!.state.location.key).not.toBe(key))
  }
  const path = () => window.location.pathname
  await step(-1)
  expect(path()).toBe('/list')
  await step(-1)
  await waitFor(() => expect(path()).toBe('/before'))
  const places = []
  for (let n = 0; n < 4; n += 1) {
    await step(1)
    places.push(path())
  }
  expect(places).toEqual(['/list', '/list', '/list', '/after'])
})
