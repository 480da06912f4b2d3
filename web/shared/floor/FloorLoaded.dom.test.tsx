import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { FloorLoaded } from './FloorLoaded.tsx'
import type { Floor } from './useFloor.ts'

const EMPTY = { failed: null, isPending: false, tables: [] } as unknown as Floor
const floor = () => (
  <FloorLoaded floor={EMPTY} grid="" className="">
    {() => null}
  </FloorLoaded>
)

it('without tables: people who may add them get a link, the others are told who may', async () => {
  serve(() => ({ status: 200, body: { restaurant: {} } }))
  await signIn({ role: 'superuser' })
  const { unmount } = mount(floor())
  expect(screen.getByRole('link', { name: 'Add tables' }).getAttribute('href')).toBe('/restaurant/settings/table')
  expect(screen.queryByText(/The owner/)).toBeNull()
  unmount()
  await signIn({ role: 'captain' })
  mount(floor())
  expect(screen.getByText(/^The owner or the managerial head adds tables/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
