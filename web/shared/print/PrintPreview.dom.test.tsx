import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printSettingsOf } from '#domain/settings.ts'
import { aKot, anItem, anOrderShape, aRestaurant } from '#domain/test/shapes.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import PrintPreview from './PrintPreview.tsx'

const kot = aKot([anItem({ itemName: 'Paneer Tikka' })])
const order = anOrderShape([kot], { billNumber: 42, billPrintedAt: '2026-11-21T19:00:00.000Z' })

async function open(print: object, job: Parameters<typeof PrintPreview>[0]['job'] = { kind: 'bill', order }) {
  const restaurant = { ...aRestaurant(), printSettings: printSettingsOf(print), imageBase64ForBill: 'data:image/png;base64,iVBORw0KGgo=' }
  serve(({ path }) => (path === '/v1/restaurant/profile' ? { status: 200, body: { restaurant } } : refusal(404, 'not_found', 'Not found.')))
  await signIn()
  const view = mount(<PrintPreview job={job} onClose={() => undefined} />)
  await waitFor(() => expect(root()).not.toBeNull())
  return view
}
const root = () => document.querySelector<HTMLElement>('#print-root')
const columns = () => root()?.dataset.columns

const print = vi.fn()
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('print', print)
})
afterEach(() => {
  print.mockClear()
})

it('begins with the restaurant’s paper; a device keeps its own choice', async () => {
  const { user, unmount } = await open({ pageSize: '58mm' })
  expect(columns()).toBe('32')
  await user.click(screen.getByRole('radio', { name: '80 mm, 48 col.' }))
  expect(columns()).toBe('48')
  unmount()
  await open({ pageSize: '58mm' })
  expect(columns()).toBe('48')
})

it('Enter prints', async () => {
  const { user } = await open({})
  await user.keyboard('{Enter}')
  expect(print).toHaveBeenCalledTimes(1)
})

it('with printing switched off neither Enter, the button nor the browser’s menu prints, and it says so', async () => {
  const { user } = await open({ enablePrint: false })
  expect(root()?.textContent).toBe('Printing is switched off in Settings, Print')
  expect(screen.getByText('Printing is switched off in Settings, Print: only shown here')).toBeTruthy()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: /^Print/ }))
  expect(print).not.toHaveBeenCalled()
})

it('a bill that is not marked as printed as it stands is only shown: no button, no key and no browser menu makes a paper or a file of it', async () => {
  const unmarked = { ...order, orderStatus: 'pending' as const, billPrintedAt: null }
  const { user } = await open({}, { kind: 'bill', order: unmarked })
  await user.keyboard('{Enter}')
  for (const name of [/^Print/, 'PDF']) {
    const button = screen.getByRole('button', { name })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  }
  expect(print).not.toHaveBeenCalled()
  expect(root()?.textContent).toBe('The bill as it stands was not printed yet: print its receipt first')
})

it('a bill has the restaurant’s logo on screen and paper, a KOT has none', async () => {
  const images = () => document.querySelectorAll('#print-root > img, .torn img').length
  const { unmount } = await open({})
  expect(images()).toBe(2)
  unmount()
  await open({}, { kind: 'kot', order, kot })
  expect(images()).toBe(0)
})

it('a bill whose logo can’t be read says so, and is printed without it', async () => {
  const { user } = await open({})
  fireEvent.error(document.querySelector('.torn img')!)
  expect(screen.getByText('Failed to load image.').parentElement?.textContent).toContain('chosen again in Settings, Print')
  expect(document.querySelectorAll('#print-root > img, .torn img')).toHaveLength(0)
  await user.keyboard('{Enter}')
  expect(print).toHaveBeenCalledTimes(1)
})

it('a bill that is only looked at follows its order, because Print prints the order as it is then', async () => {
  const looked = { ...order, orderStatus: 'pending' as const, billNumber: null, billPrintedAt: null }
  const paper = () => document.querySelector('.torn')?.textContent
  await open({}, { kind: 'bill', order: looked, mark: () => undefined })
  expect(paper()).not.toContain('Kathi Roll')
  const later = { ...looked, version: looked.version + 1, kots: [kot, aKot([anItem({ itemName: 'Kathi Roll' })])] }
  act(() => queryClient.setQueryData(apiQuery('GET /orders/restaurant/pending').queryKey, (was) => ({ ...was!, orders: [later] })))
  await waitFor(() => expect(paper()).toContain('Kathi Roll'))
})
