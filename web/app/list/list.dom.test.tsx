import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { later, mount, refusal, serve } from '#web/test/dom.tsx'
import { ListPage } from './ListPage.tsx'
import { Pager } from './parts.tsx'
import { useNews, usePagedRows } from './rows.ts'
import { address, COLUMNS, give, keyOf, loaded, table, Tables, tables, Where } from '#web/test/TablesList.tsx'
import { type ListView, useView } from './useView.ts'

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

describe('the CSV file', () => {
  async function exported(): Promise<string> {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    screen.getByRole('button', { name: 'Export CSV' }).click()
    await waitFor(() => expect(made).toHaveBeenCalledOnce())
    return (made.mock.lastCall as [Blob])[0].text()
  }
  it('has all matching rows, not only the page, in the order of the list', async () => {
    give(tables(30))
    mount(<Tables />, { at: '/?area=Hall&sort=-number&page=2' })
    await loaded()
    const lines = (await exported()).trim().split('\r\n')
    expect(lines).toHaveLength(16)
    expect(lines.slice(0, 3)).toEqual(['Table,Seats,Area', '30,70,Hall', '28,72,Hall'])
  })
  it('fetches all pages of a paged call', async () => {
    const asked = serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const all = tables(250)
      return { status: 200, body: { orders: all.slice((page - 1) * limit, page * limit), totalOrders: all.length } }
    })
    mount(<Paged />)
    await loaded()
    expect(shown()).toHaveLength(10)
    expect((await exported()).trim().split('\r\n')).toHaveLength(251)
    expect(asked.map((r) => r.path.replace('/v1/orders', ''))).toEqual([
      '?page=1&limit=10',
      '?page=1&limit=100',
      '?page=2&limit=100',
      '?page=3&limit=100',
    ])
  })
  it.each([
    ['arrives', 1],
    ['leaves', -1],
  ])('has each row once when one %s between two pages', async (_, change) => {
    let all = tables(151).slice(1)
    serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const reply = { status: 200, body: { orders: all.slice((page - 1) * limit, page * limit), totalOrders: all.length } }
      if (limit === 100 && page === 1 && all.length === 150) all = change > 0 ? tables(151) : all.slice(1)
      return reply
    })
    mount(<Paged />)
    await loaded()
    const lines = (await exported()).trim().split('\r\n').slice(1)
    expect(all).toHaveLength(150 + change)
    expect(lines.map((line) => line.split(',')[0])).toEqual(all.map((t) => t.tableNumber))
  })
  it('is whole although one of its pages fails once, and says how far it is', async () => {
    let fails = true
    const last = later<{ status: number; body: unknown }>()
    serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const reply = { status: 200, body: { orders: tables(250).slice((page - 1) * limit, page * limit), totalOrders: 250 } }
      if (limit < 100) return reply
      if (page === 2 && fails) {
        fails = false
        return refusal(503, 'unavailable', 'Not now.')
      }
      return page === 3 ? last.promise : reply
    })
    mount(<Paged />)
    await loaded()
    const file = exported()
    expect(await screen.findByText('200 of 250')).toBeTruthy()
    last.settle({ status: 200, body: { orders: tables(250).slice(200), totalOrders: 250 } })
    expect((await file).trim().split('\r\n')).toHaveLength(251)
  })
  it('can be stopped, and then nothing is saved', async () => {
    const asked = serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const reply = { status: 200, body: { orders: tables(250).slice((page - 1) * limit, page * limit), totalOrders: 250 } }
      return page === 2 ? later<typeof reply>().promise : reply
    })
    mount(<Paged />)
    await loaded()
    const made = vi.spyOn(URL, 'createObjectURL')
    screen.getByRole('button', { name: 'Export CSV' }).click()
    ;(await screen.findByRole('button', { name: 'Stop the export' })).click()
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy()
    expect(made).not.toHaveBeenCalled()
    expect(asked.filter(({ path }) => path.includes('page=3'))).toEqual([])
  })
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

/** Orders stand for any call that gives pages; only their numbers matter here. */
const usePaged = (view: ListView) =>
  usePagedRows('GET /orders', view, {
    key: keyOf,
    input: (page, limit) => ({ query: { page, limit } }),
    rows: (answer) => answer.orders as unknown as TableShape[],
    total: (answer) => answer.totalOrders,
  })

function Paged() {
  const view = useView({})
  const list = usePaged(view)
  return (
    <ListPage
      noun={{ one: 'table', many: 'tables' }}
      view={view}
      list={list}
      columns={COLUMNS}
      rowName={(t) => t.tableNumber}
      csv="tables"
      drawer={() => null}
      nothingYet={{ title: 'No tables yet' }}
    />
  )
}
