import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aMenuItem } from '#domain/test/shapes.ts'
import { mount } from '#web/test/dom.tsx'
import { MenuRow } from './MenuRow.tsx'

const row = (available: boolean, onAdd: () => void) => (
  <ul>
    <MenuRow
      item={aMenuItem({ name: 'Ghee rice', available })}
      quantity={0}
      onAdd={onAdd}
      onLess={() => undefined}
      onHold={() => undefined}
    />
  </ul>
)

it('a row adds by a press anywhere on it; a sold-out row is not tappable', async () => {
  const add = vi.fn()
  const { user, unmount } = mount(row(true, add))
  await user.click(screen.getByText('Ghee rice'))
  expect(add).toHaveBeenCalledOnce()
  unmount()
  add.mockClear()
  const out = mount(row(false, add))
  await out.user.click(screen.getByText('Ghee rice'))
  expect(screen.getByText('Sold out')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(add).not.toHaveBeenCalled()
})
