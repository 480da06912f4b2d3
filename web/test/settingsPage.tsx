import { act, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { kotSettingsOf } from '#domain/settings.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'

const restaurant = {
  gstNumber: '36AAKCS1234L1Z6',
  timezone: 'Asia/Kolkata',
  taxSettings: { roundOff: false, composition: false },
  taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 },
  paymentTypes: ['Cash', 'UPI'],
  upiId: '',
  kotSettings: kotSettingsOf({}),
}

async function open(Page: ComponentType, field: RegExp, typed: string) {
  let fails = true
  const asked = serve(({ method, path }) => {
    if (path !== '/v1/restaurant/profile') return refusal(404, 'not_found', 'Not found.')
    if (method === 'PUT' && fails) return refusal(500, 'internal', 'Failed to update the profile')
    return { status: 200, body: { restaurant } }
  })
  await signIn({ role: 'superuser' })
  const view = mount(<Page />)
  const input = (await screen.findByRole('textbox', { name: field })) as HTMLInputElement
  await view.user.clear(input)
  await view.user.type(input, typed)
  await screen.findByText('1 unsaved change')
  const saves = () => asked.filter(({ method }) => method === 'PUT').length
  return { ...view, input, saves, mend: () => void (fails = false) }
}
const save = () => screen.getByRole('button', { name: /^Save/ })

/**
 * What SCREENS §2.3 asks of every settings page, for one that is one form: "leaving dirty warns; failed save keeps input", also without a network. `field` is
 * one of its fields, `typed` what is entered there.
 */
export const keepsInput = (Page: ComponentType, field: RegExp, typed: string) => {
  afterEach(() => vi.restoreAllMocks())

  it('leaving dirty warns, and Keep editing keeps what was typed', async () => {
    const { user, input, goTo, path } = await open(Page, field, typed)
    await act(() => goTo('/elsewhere'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
    expect([path(), input.value]).toEqual(['/', typed])
    await act(() => goTo('/elsewhere'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    await screen.findByText('Elsewhere')
  })

  it('failed save keeps input, and it can be saved again', async () => {
    const { user, input, saves, mend } = await open(Page, field, typed)
    await user.click(save())
    await screen.findByText('Failed to update the profile')
    expect(input.value).toBe(typed)
    screen.getByText('1 unsaved change')
    const before = saves()
    mend()
    await user.click(save())
    await waitFor(() => expect(saves()).toBeGreaterThan(before))
  })

  it('offline Save is disabled with the reason, nothing is sent and the input is kept', async () => {
    const { user, input, saves } = await open(Page, field, typed)
    const { watchConnection } = await import('#web/core/online.ts')
    watchConnection()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(await screen.findAllByText('You are offline')).not.toEqual([])
    await user.click(save())
    await user.type(input, '{Enter}')
    expect([saves(), input.value]).toEqual([0, typed])
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
    expect(input.value).toBe(typed)
  })
}
