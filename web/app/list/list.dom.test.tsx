import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { later, mount, refusal, serve } from '#web/test/dom.tsx'
import { Pager } from './parts.tsx'
import { useNews } from './rows.ts'
import { address, give, loaded, Paged, table, Tables, tables, usePaged, Where } from '#web/test/TablesList.tsx'
import { useView } from './useView.ts'

const shown = () => [...document.querySelectorAll('tbody [data-row]')].map((e) => e.textContent)

afterEach(() => vi.restoreAllMocks())

describe('a list', () => {
  it('shows ten rows per page and the position', async () => {
    give(tables(23))
    const { user } = mount(<Tables />)
    await loaded()
    expect(shown()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(address()).toBe('?page=2')
    expect(screen.getByText('11 to 20 of 23')).toBeTruthy()
    expect(shown()[0]).toBe('11')
  })
  it('searches a moment after the last key, in the columns’ values, and starts at the first page', async () => {
    give(tables(23))
    const { user } = mount(<Tables />, { at: '/?page=2' })
    await loaded()
    await user.type(screen.getByRole('searchbox', { name: 'Search tables' }), 'hall 98')
    expect(address()).toBe('?page=2')
    await waitFor(() => expect(address()).toBe('?q=hall+98'))
    expect(shown()).toEqual(['2'])
  })
  it('shows the same after a reload', async () => {
    give(tables(40))
    mount(<Tables />, { at: '/?area=Patio&sort=-number&page=2&table=t5' })
    await loaded()
    expect(shown()).toEqual(['19', '17', '15', '13', '11', '9', '7', '5', '3', '1'])
    expect(screen.getByRole('heading', { name: 'Table 5' })).toBeTruthy()
  })
  it('sorts by a header, first ascending, then descending', async () => {
    give([table(2), table(10), table(1)])
    const { user } = mount(<Tables />)
    await loaded()
    const header = () => screen.getByRole('columnheader', { name: 'Table' })
    expect(header().getAttribute('aria-sort')).toBe('none')
    await user.click(within(header()).getByRole('button'))
    expect([shown(), header().getAttribute('aria-sort'), address()]).toEqual([['1', '2', '10'], 'ascending', '?sort=number'])
    await user.click(within(header()).getByRole('button'))
    expect([shown(), header().getAttribute('aria-sort'), address()]).toEqual([['10', '2', '1'], 'descending', '?sort=-number'])
    expect(screen.getByRole('columnheader', { name: 'Area' }).querySelector('button')).toBeNull()
  })
  it('filters at once, shows what is chosen, and offers to clear the filters when nothing matches', async () => {
    give([table(1), table(3)])
    const { user } = mount(<Tables />)
    await loaded()
    await user.click(screen.getByRole('button', { name: /^Filter: ?All areas$/ }))
    await user.click(screen.getByRole('button', { name: 'Hall' }))
    expect(address()).toBe('?area=Hall')
    expect(screen.getByText('No table matches Hall.')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect([address(), shown()]).toEqual(['', ['1', '3']])
  })
  it('takes a date range from its fields and shows it as a chip that removes it', async () => {
    give([table(1)])
    const { user } = mount(<Tables />)
    await loaded()
    await user.click(screen.getByRole('button', { name: /^Filter: ?All areas$/ }))
    await user.type(screen.getByLabelText('From'), '2026-11-20')
    await user.type(screen.getByLabelText('To'), '2026-11-14')
    expect(address()).toBe('?from=2026-11-20')
    expect(screen.getByText('Must not be before the first day.')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Remove dates: from 20 Nov' }))
    expect(address()).toBe('')
  })
})

describe('a row', () => {
  it('opens by a press anywhere on it; closed, the focus is back on it; Back closes it too', async () => {
    give(tables(3))
    const view = mount(<Tables />)
    await loaded()
    await view.user.click(screen.getByRole('cell', { name: '98' }))
    expect(address()).toBe('?table=t2')
    expect(screen.getByText('98 seats')).toBeTruthy()
    await view.user.keyboard('{Escape}')
    expect(address()).toBe('')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2'))
    await view.user.click(screen.getByRole('button', { name: '3' }))
    expect(address()).toBe('?table=t3')
    screen.getByRole('button', { name: 'Close' }).focus()
    await act(() => view.back())
    expect(address()).toBe('')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('3'))
  })
  it('that was closed leaves no step of Back that changes nothing', async () => {
    give(tables(3))
    const view = mount(<Tables />, { at: '/elsewhere' })
    await act(() => view.goTo('/?area=Hall'))
    await loaded()
    for (const name of ['2', '2', '2']) {
      await view.user.click(screen.getByRole('button', { name }))
      await view.user.click(screen.getByRole('button', { name: 'Close' }))
    }
    expect(address()).toBe('?area=Hall')
    await act(() => view.back())
    await waitFor(() => expect(view.address()).toBe('/elsewhere'))
  })
  it('that has left the list when it is closed gives the focus to the one in its place', async () => {
    give(tables(4))
    const { user } = mount(<Tables />)
    await loaded()
    const leave = async (number: string, left: number[]) => {
      await user.click(screen.getByRole('button', { name: number }))
      act(
        () =>
          void queryClient.setQueryData(apiQuery('GET /tables').queryKey, (data) => data && { ...data, tables: left.map((n) => table(n)) }),
      )
      await waitFor(() => expect(shown()).toEqual(left.map(String)))
      await user.keyboard('{Escape}')
    }
    await leave('2', [1, 3, 4])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('3'))
    await leave('4', [1, 3])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('3'))
  })
  it('that a link opens which is gone then, such as an entry of the palette, takes the focus', async () => {
    const rows = later<{ status: number; body: unknown }>()
    serve(() => rows.promise)
    const { user } = mount(
      <>
        <Entry table="t2" />
        <Entry table="t3" />
        <Tables />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Go to t2' }))
    rows.settle({ status: 200, body: { tables: tables(3) } })
    await loaded()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2'))
    await user.click(screen.getByRole('button', { name: 'Go to t3' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('3'))
  })
  it('that is open by the address leaves the focus at the beginning of the page', async () => {
    give(tables(3))
    mount(<Tables />, { at: '/?table=t2' })
    await screen.findByText('98 seats')
    await act(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    expect(document.activeElement).toBe(document.body)
  })
  it('that is no longer in the list is reported', async () => {
    give(tables(3))
    const { user } = mount(<Tables />, { at: '/?table=gone' })
    await loaded()
    await user.click(within(screen.getByText('This table is no longer in this list.').parentElement as HTMLElement).getByRole('button'))
    expect(address()).toBe('')
  })
  it('whose list could not be loaded says why, not that it is gone, and opens after Try again', async () => {
    let failing = true
    serve(() => (failing ? refusal(500, 'internal', 'Something went wrong') : { status: 200, body: { tables: tables(3) } }))
    const { user } = mount(<Tables />, { at: '/?table=t2' })
    const drawer = within(await screen.findByRole('complementary', { name: 'Table' }))
    expect((await drawer.findByRole('alert')).textContent).toContain('Something went wrong')
    expect(screen.queryByText('This table is no longer in this list.')).toBeNull()
    failing = false
    await user.click(drawer.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('98 seats')).toBeTruthy()
  })
  it('is reached by the arrow keys', async () => {
    give(tables(3))
    const { user } = mount(<Tables />)
    await loaded()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('3')
    await user.keyboard('{ArrowUp}{Enter}')
    expect(address()).toBe('?table=t2')
  })
  it('has a menu that names it, says why something can’t be done, and doesn’t open the row', async () => {
    give(tables(3))
    const { user } = mount(<Tables />)
    await loaded()
    await user.click(screen.getByRole('button', { name: 'More for T2' }))
    await user.click(screen.getByRole('menuitem', { name: /Remove.*It is occupied/ }))
    expect(address()).toBe('')
  })
})

describe('while rows are awaited, or there are none', () => {
  it('a skeleton is shown in their place', async () => {
    const { promise, settle } = later<{ status: number; body: unknown }>()
    serve(() => promise)
    mount(<Tables />)
    expect(within(screen.getByRole('status', { name: 'Loading tables' })).getAllByRole('row', { hidden: true })).toHaveLength(11)
    settle({ status: 200, body: { tables: tables(1) } })
    await loaded()
  })
  it('an empty list says what to do, even with an open row in the address', async () => {
    give([])
    mount(<Tables />, { at: '/?page=4' })
    expect(await screen.findByText('No tables yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add tables' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Pages of tables' })).toBeNull()
  })
  it('a failure says why and tries again', async () => {
    let fails = true
    serve(() => (fails ? refusal(500, 'internal', 'Failed to fetch tables') : { status: 200, body: { tables: tables(2) } }))
    const { user } = mount(<Tables />)
    await screen.findByText('Failed to fetch tables')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await loaded()
    expect(shown()).toEqual(['1', '2'])
  })
  it('rows that can’t be refreshed stay, with the time they were fetched', async () => {
    let fails = false
    serve(() => (fails ? refusal(500, 'internal', 'Failed to fetch tables') : { status: 200, body: { tables: tables(2) } }))
    mount(<Tables />)
    await loaded()
    fails = true
    await act(() => queryClient.refetchQueries({ queryKey: ['GET /tables'] }))
    expect(await screen.findByText(/^Not up to date: as of \d\d:\d\d$/)).toBeTruthy()
    expect(shown()).toEqual(['1', '2'])
  })
})

it('rows that arrive after the list was shown wait behind a chip', async () => {
  give(tables(2))
  const { user } = mount(<Tables />)
  await loaded()
  act(
    () =>
      void queryClient.setQueryData(
        apiQuery('GET /tables').queryKey,
        (data) => data && { ...data, tables: [table(9), table(8), ...tables(2)] },
      ),
  )
  expect(await screen.findByText('2 new tables')).toBeTruthy()
  expect(shown()).toEqual(['1', '2'])
  await user.click(screen.getByRole('button', { name: '2 new' }))
  expect(shown()).toEqual(['9', '8', '1', '2'])
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})

it('on a phone each row is a card with the same facts, and opens by its name', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ media: query, matches: true, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  )
  const [first, second] = tables(2)
  give([{ ...first!, area: '' }, second!])
  const { user } = mount(<Tables />)
  const [bare, card] = (await within(await screen.findByRole('list', { name: 'Tables' })).findAllByRole('listitem')) as [
    HTMLElement,
    HTMLElement,
  ]
  expect(card.textContent).toBe('2More for T2Seats98AreaHall')
  // A fact that a row lacks has no line.
  expect(bare.textContent).toBe('1More for T1Seats99')
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(within(card).getByRole('button', { name: '2' }))
  expect(address()).toBe('?table=t2')
  // The list is covered, and with it the row that had the focus.
  expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Table 2' }))
})

it('a page behind the last one has no range, and leads back to the last', async () => {
  function Pages() {
    const view = useView({})
    return (
      <>
        <Pager
          noun={{ one: 'table', many: 'tables' }}
          view={view}
          list={{ page: view.page, pages: 2, perPage: 10, total: 12, old: false }}
        />
        <Where />
      </>
    )
  }
  const { user } = mount(<Pages />, { at: '/?page=5' })
  const pages = screen.getByRole('navigation', { name: 'Pages of tables' })
  expect(pages.textContent).not.toContain('of 12')
  await user.click(within(pages).getByRole('button', { name: /Previous/ }))
  expect(address()).toBe('?page=2')
  expect(pages.textContent).toContain('11 to 12 of 12')
})

describe('a list whose call gives one page', () => {
  const page = (path: string) => Number(new URLSearchParams(path.split('?')[1]).get('page'))
  const answer = (n: number) => ({ status: 200, body: { orders: tables(25).slice((n - 1) * 10, n * 10), totalOrders: 25 } })

  it('keeps the rows and the focus until the next page is here', async () => {
    const next = later<{ status: number; body?: unknown }>()
    serve(({ path }) => (page(path) === 1 ? answer(1) : next.promise))
    const { user } = mount(<Paged />)
    await loaded()
    const before = shown()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByRole('navigation').getAttribute('aria-busy')).toBe('true'))
    expect(shown()).toEqual(before)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
    next.settle(answer(2))
    await waitFor(() => expect(shown()).not.toEqual(before))
    expect(shown()).toHaveLength(10)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
  })

  it('keeps the focus on Next and Previous at the last and the first page', async () => {
    serve(({ path }) => answer(page(path)))
    const { user } = mount(<Paged />)
    await loaded()
    const press = async (name: string, range: string) => {
      await user.click(screen.getByRole('button', { name }))
      expect(await screen.findByText(range)).toBeTruthy()
      expect(document.activeElement).toBe(screen.getByRole('button', { name }))
    }
    await press('Next', '11 to 20 of 25')
    await press('Next', '21 to 25 of 25')
    await press('Previous', '11 to 20 of 25')
    await press('Previous', '1 to 10 of 25')
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(screen.getByText('1 to 10 of 25')).toBeTruthy()
  })

  it('counts each of several rows that one message brings, until it is on the page', async () => {
    let answers = tables(25)
    serve(() => ({ status: 200, body: { orders: answers.slice(0, 10), totalOrders: 25 } }))
    function News() {
      const view = useView({})
      const news = useNews('GET /orders', view, usePaged(view))
      return (
        <>
          <p>{news.list.waiting?.count} new</p>
          <button type="button" onClick={() => ['a', 'b', 'c', 'b'].forEach((key) => news.add(key))}>
            Events
          </button>
        </>
      )
    }
    const { user } = mount(<News />)
    expect(await screen.findByText('0 new')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Events' }))
    expect(screen.getByText('3 new')).toBeTruthy()
    // One of them is on the page when it is fetched again.
    answers = tables(25).map((t, i) => (i === 4 ? { ...t, _id: 'b' } : t))
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText('2 new')).toBeTruthy()
  })

  it('shows no rows of another page when the page that was asked for can’t be loaded', async () => {
    serve(({ path }) => (page(path) === 1 ? answer(1) : refusal(403, 'forbidden', 'Not this page.')))
    const { user } = mount(<Paged />)
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Not this page.')).toBeTruthy()
    expect(screen.queryAllByRole('row')).toHaveLength(0)
  })
})

/** Opens a table and is gone, like an entry of the palette. */
function Entry({ table }: { table: string }) {
  const navigate = useNavigate()
  const [gone, setGone] = useState(false)
  const press = () => {
    setGone(true)
    void navigate(`?table=${table}`)
  }
  return gone ? null : (
    <button type="button" onClick={press}>
      Go to {table}
    </button>
  )
}
