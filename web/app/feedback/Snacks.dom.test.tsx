import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { snack } from './snack.tsx'
import { SnackPlace } from './SnackPlace.tsx'

afterEach(() => void vi.restoreAllMocks())

const say = (message: string, id: string) => act(() => void snack.info(message, { id }))

it('a snackbar that is said again while the one before it leaves stays', async () => {
  const { user } = mount(<p>Page</p>)
  say('T7 is saved', 'saved')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  say('T7 is saved again', 'saved')
  await screen.findByText('T7 is saved again')
  // It leaves after the first one has.
  say('Other', 'other')
  await screen.findByText('Other')
  act(() => snack.close('other'))
  await waitFor(() => expect(screen.queryByText('Other')).toBeNull())
  expect([screen.queryByText('T7 is saved'), screen.queryByText('T7 is saved again') !== null]).toEqual([null, true])
})

it('a snackbar with the id of one that is open takes its place', async () => {
  mount(<p>Page</p>)
  say('2 items', 'items')
  await screen.findByText('2 items')
  say('3 items', 'items')
  await screen.findByText('3 items')
  expect(screen.queryByText('2 items')).toBeNull()
})

it('follows its place when a banner above moves it without changing its size', async () => {
  let watched: Element[] = []
  let told = () => undefined as void
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: () => void) {
        told = measure
        watched = []
      }
      observe = (one: Element) => void watched.push(one)
      disconnect = () => undefined
    },
  )
  const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(881, 186, 383, 48))
  mount(
    <aside>
      <SnackPlace page from="top" className="h-12" />
    </aside>,
  )
  vi.unstubAllGlobals()
  expect(watched.map(({ tagName }) => tagName)).toContain('ASIDE')
  box.mockReturnValue(new DOMRect(881, 230, 383, 48))
  act(told)
  say('T7: KOT 34 sent', 'sent')
  const toast = (await screen.findByText('T7: KOT 34 sent')).closest<HTMLElement>('[data-sonner-toast]')!
  expect(toast.parentElement!.style.top).toBe('230px')
})

it('while a sheet is open above a phone’s page, snackbars stand at the top with all of their lines, and one without an action takes no taps but those on Dismiss', async () => {
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <SnackPlace from="bottom" className="inset-2" />
        <button type="button" onClick={() => setOpen(true)}>
          Choose
        </button>
        <Sheet open={open} onOpenChange={setOpen} title="Variant">
          Lamb Patty
        </Sheet>
      </>
    )
  }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 390, 600))
  const { user } = mount(<Page />)
  say('T7: KOT 34 sent', 'sent')
  const toast = (await screen.findByText('T7: KOT 34 sent')).closest<HTMLElement>('[data-sonner-toast]')!
  const at = () => {
    const { top, bottom } = toast.parentElement!.style
    return [top, bottom, ...['top-0!', 'pointer-events-none'].map((one) => toast.classList.contains(one))]
  }
  const below = ['', `${window.innerHeight - 700}px`, false, false]
  expect(at()).toEqual(below)
  await user.click(screen.getByRole('button', { name: 'Choose' }))
  await waitFor(() => expect(at()).toEqual(['calc(8px + env(safe-area-inset-top))', 'auto', true, true]))
  expect(within(toast).getByRole('button', { name: 'Dismiss', hidden: true }).className).toContain(
    'in-data-[visible=true]:pointer-events-auto',
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(at()).toEqual(below))
})

it('where a sheet comes from the right, a snackbar stands beside it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query === '(min-width: 640px)', addEventListener: () => undefined, removeEventListener: () => undefined }) as never,
  )
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 60, 844, 300))
  mount(
    <>
      <SnackPlace from="bottom" className="inset-2" />
      <Sheet open onOpenChange={() => undefined} title="Variant">
        Lamb Patty
      </Sheet>
    </>,
  )
  say('T7: KOT 34 sent', 'sent')
  const place = (await screen.findByText('T7: KOT 34 sent')).closest<HTMLElement>('[data-sonner-toast]')!.parentElement!.style
  expect([place.left, place.width.slice(0, 9)]).toEqual(['8px', 'min(420px'])
})
