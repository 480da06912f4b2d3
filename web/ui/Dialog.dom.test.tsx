import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConfirmDialog, Dialog, Sheet } from './Dialog.tsx'
import { Menu } from './Menu.tsx'
import { Popover } from './Popover.tsx'

/** What an Android phone's Back closes: the watcher that was made last. */
const watchers: FakeCloseWatcher[] = []
class FakeCloseWatcher extends EventTarget {
  constructor() {
    super()
    watchers.push(this)
  }
  destroy() {
    if (watchers.includes(this)) watchers.splice(watchers.indexOf(this), 1)
  }
}
/** True if Back closes something; if false, Back leaves the page. */
function back(): boolean {
  const last = watchers.at(-1)
  last?.destroy()
  act(() => void last?.dispatchEvent(new Event('close')))
  return last !== undefined
}

beforeEach(() => vi.stubGlobal('CloseWatcher', FakeCloseWatcher))
afterEach(() => {
  vi.unstubAllGlobals()
  watchers.length = 0
})

function Cart({ asks = false }: { asks?: boolean }) {
  const [open, setOpen] = useState(true)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Sheet open={open} onOpenChange={() => (asks ? setAsking(true) : setOpen(false))} title="Cart">
        Four dishes
      </Sheet>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard four dishes?"
        confirmLabel="Discard"
        onConfirm={() => setOpen(false)}
      />
    </>
  )
}

it('a phone’s Back closes a sheet, and only then leaves the page', () => {
  render(<Cart />)
  expect(screen.queryByRole('dialog', { name: 'Cart' })).not.toBeNull()
  expect(back()).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(back()).toBe(false)
})

it('a phone’s Back closes the question first that a sheet asks, and the sheet stays', () => {
  render(<Cart asks />)
  expect(back()).toBe(true)
  expect(screen.queryByRole('alertdialog', { name: 'Discard four dishes?' })).not.toBeNull()
  expect(back()).toBe(true)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Cart' })).not.toBeNull()
  expect(back()).toBe(true)
  expect(screen.queryByRole('alertdialog', { name: 'Discard four dishes?' })).not.toBeNull()
})

it('a phone’s Back closes a ⋮ menu, and only then leaves the page', () => {
  render(<Menu trigger={<button type="button">More</button>} items={[{ label: 'Move table', onSelect: () => {} }]} />)
  expect(back()).toBe(false)
  fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' })
  expect(screen.queryByRole('menuitem', { name: 'Move table' })).not.toBeNull()
  expect(back()).toBe(true)
  expect(screen.queryByRole('menuitem')).toBeNull()
  expect(back()).toBe(false)
})

it('a phone’s Back closes a menu that the page opens itself, and tells the page', () => {
  const told = vi.fn()
  render(
    <Menu open onOpenChange={told} trigger={<button type="button">More</button>} items={[{ label: 'Move table', onSelect: () => {} }]} />,
  )
  expect(back()).toBe(true)
  expect(told).toHaveBeenCalledExactlyOnceWith(false)
})

it('a phone’s Back closes a panel below its button, and only then leaves the page', () => {
  render(
    <Popover label="Filters" trigger={<button type="button">Filter</button>}>
      Veg only
    </Popover>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  expect(screen.queryByRole('dialog', { name: 'Filters' })).not.toBeNull()
  expect(back()).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(back()).toBe(false)
})

it.each([
  [true, 'Choose a table'],
  [false, 'Table number'],
])(
  'a dialog’s search field has the focus first, but not on a touch screen (%s), whose keyboard would cover what is chosen',
  (coarse, focused) => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: coarse && query.includes('coarse'), addEventListener: () => undefined }))
    render(
      <Dialog open onOpenChange={() => undefined} title="Choose a table">
        <input type="search" aria-label="Table number" />
      </Dialog>,
    )
    const active = document.activeElement
    expect(active?.getAttribute('aria-label') ?? active?.querySelector('h2')?.textContent).toBe(focused)
  },
)
