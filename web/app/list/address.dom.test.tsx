import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useLeaveCheck } from '#web/app/leave.tsx'
import { mount } from '#web/test/dom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { address, give, loaded, Tables, tables } from '#web/test/TablesList.tsx'

describe('two changes at once', () => {
  /** Presses, and lets the search's time pass before the page has drawn what was pressed. */
  const pressedAsTheSearchIsWritten = (press: () => void) =>
    act(() => {
      press()
      vi.advanceTimersByTime(1000)
    })
  const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name }))

  afterEach(() => vi.useRealTimers())

  it('the search doesn’t bring back the row that was just closed', async () => {
    give(tables(23))
    mount(<Tables />, { at: '/?table=t2' })
    await loaded()
    vi.useFakeTimers()
    type('98')
    pressedAsTheSearchIsWritten(press('Close'))
    expect(address()).toBe('?q=98')
  })
  it('the search keeps a filter that was just chosen, and two presses on a header sort the other way', async () => {
    give(tables(23))
    const { user } = mount(<Tables />)
    await loaded()
    await user.click(screen.getByRole('button', { name: /^Filter: ?All areas$/ }))
    vi.useFakeTimers()
    type('9')
    pressedAsTheSearchIsWritten(press('Hall'))
    expect(address()).toBe('?area=Hall&q=9')
    const header = within(screen.getByRole('columnheader', { name: 'Seats', hidden: true })).getByRole('button', { hidden: true })
    act(() => {
      fireEvent.click(header)
      fireEvent.click(header)
    })
    expect(address()).toBe('?area=Hall&q=9&sort=-seats')
  })
  it('what is typed while the search is written, before the page has drawn it, stays and is searched', async () => {
    give(tables(23))
    mount(<Tables />)
    await loaded()
    vi.useFakeTimers()
    type('98')
    act(() => {
      vi.advanceTimersByTime(1000)
      type('')
    })
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
    act(() => vi.advanceTimersByTime(1000))
    expect(address()).toBe('')
  })
  it('the search doesn’t hold up a page that was just opened', async () => {
    give(tables(23))
    const { goTo, address: at } = mount(<Tables />)
    await loaded()
    vi.useFakeTimers()
    type('98')
    pressedAsTheSearchIsWritten(() => void goTo('/elsewhere'))
    expect([at(), screen.queryByText('Elsewhere') !== null]).toEqual(['/elsewhere', true])
  })
  it('the search waits while somebody is asked whether to leave, and the answer counts', async () => {
    give(tables(23))
    const Asks = () => {
      const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null)
      useLeaveCheck({
        loses: ({ from, to }) => from.pathname !== to.pathname,
        ask: () => new Promise((resolve) => setAnswer(() => (leave: boolean) => (setAnswer(null), resolve(leave)))),
      })
      return answer
        ? [true, false].map((leave) => (
            <Button key={`${leave}`} onClick={() => answer(leave)}>
              {leave ? 'Leave' : 'Stay'}
            </Button>
          ))
        : null
    }
    const { goTo, address: at } = mount(
      <>
        <Tables />
        <Asks />
      </>,
    )
    await loaded()
    vi.useFakeTimers()
    type('98')
    pressedAsTheSearchIsWritten(() => void goTo('/elsewhere'))
    act(() => vi.advanceTimersByTime(1000))
    expect(at()).toBe('/')
    await act(async () => press('Stay')())
    act(() => vi.advanceTimersByTime(1000))
    expect(at()).toBe('/?q=98')
    type('97')
    pressedAsTheSearchIsWritten(() => void goTo('/elsewhere'))
    await act(async () => press('Leave')())
    expect(at()).toBe('/elsewhere')
  })
})
