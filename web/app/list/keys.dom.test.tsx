import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { useSingleKeys } from '#web/app/shortcuts.tsx'
import { apiQuery } from '#web/core/query.ts'
import { mount, serve } from '#web/test/dom.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import type { Column } from './columns.ts'
import { ListPage } from './ListPage.tsx'
import { useAllRows } from './rows.ts'
import { useView } from './useView.ts'
import type { ViewSpec } from './view.ts'

/** A dense list with everything that keys do: J and K, Enter, E, X. */
const VIEW = { sorts: ['number'], sortedBy: 'number', row: 'table' } satisfies ViewSpec
const COLUMNS: Column<TableShape>[] = [{ key: 'number', head: 'Table', value: (t) => t.tableNumber }]
const edited = vi.fn()
const removed = vi.fn()

function Tables() {
  const view = useView(VIEW)
  const query = useQuery(apiQuery('GET /tables'))
  const list = useAllRows(query, query.data?.tables, view, { key: (t) => t._id, columns: COLUMNS })
  const [, setSingle] = useSingleKeys()
  return (
    <>
      <Button onClick={() => setSingle(false)}>Switch off</Button>
      <Button onClick={() => setSingle(true)}>Switch on</Button>
      <ListPage
        noun={{ one: 'table', many: 'tables' }}
        view={view}
        list={list}
        columns={COLUMNS}
        rowName={(t) => `T${t.tableNumber}`}
        nothingYet={{ title: 'No tables yet' }}
        drawer={(t, { onClose }) => (
          <Drawer title={`Table ${t.tableNumber}`} onClose={onClose}>
            Seats
          </Drawer>
        )}
        dense
        onEdit={(t) => edited(t.tableNumber)}
        bulk={({ rows, clear }) => (
          <section aria-label="Selected">
            {rows.map((t) => `T${t.tableNumber}`).join(', ')}
            <Button
              onClick={() => {
                removed(rows.map((t) => t.tableNumber))
                clear()
              }}
            >
              Remove {rows.length}
            </Button>
          </section>
        )}
      />
    </>
  )
}

async function open() {
  serve(() => ({
    status: 200,
    body: { tables: Array.from({ length: 12 }, (_, i) => ({ _id: `t${i + 1}`, tableNumber: String(i + 1), capacity: 4, area: 'Hall' })) },
  }))
  const view = mount(<Tables />)
  await screen.findByRole('table', { name: 'Tables' })
  return view
}
const selected = () => screen.queryByRole('region', { name: 'Selected' })?.textContent ?? null

beforeEach(() => {
  edited.mockClear()
  removed.mockClear()
})

it('J and K move, Enter opens, E edits the row with the focus or the open one', async () => {
  const { user, address } = await open()
  await user.keyboard('e')
  expect(edited).not.toHaveBeenCalled()
  await user.keyboard('jjk')
  expect(document.activeElement?.textContent).toBe('1')
  await user.keyboard('je')
  expect(edited.mock.calls).toEqual([['2']])
  await user.keyboard('{Enter}')
  expect(address()).toBe('/?table=t2')
  await user.keyboard('je')
  expect(address()).toBe('/?table=t3')
  expect(edited.mock.calls).toEqual([['2'], ['3']])
  // The focus goes along: Enter would open the row before again.
  await user.keyboard('{Enter}')
  expect([document.activeElement?.textContent, address()]).toEqual(['3', '/?table=t3'])
})

it('J on the last row of a page and K on its first turn the page; not while rows are selected, which would be lost', async () => {
  const { user, address } = await open()
  await user.keyboard('j'.repeat(11))
  await waitFor(() => expect([document.activeElement?.textContent, address()]).toEqual(['11', '/?page=2']))
  await user.keyboard('k')
  await waitFor(() => expect([document.activeElement?.textContent, address()]).toEqual(['10', '/']))
  await user.keyboard('xj')
  expect([selected(), address()]).toEqual([expect.stringContaining('T10'), '/'])
})

it('J and K with an open row go on over the end of a page: the next row is open there', async () => {
  const { user, address } = await open()
  await user.keyboard('j'.repeat(10))
  await user.keyboard('{Enter}j')
  await waitFor(() => expect([document.activeElement?.textContent, address()]).toEqual(['11', '/?table=t11&page=2']))
  expect(screen.getByRole('heading', { name: 'Table 11' })).toBeTruthy()
  await user.keyboard('k')
  await waitFor(() => expect([document.activeElement?.textContent, address()]).toEqual(['10', '/?table=t10']))
  // The focus may be in what is open beside the list.
  const close = screen.getByRole('button', { name: 'Close' })
  close.focus()
  await user.keyboard('j')
  await waitFor(() => expect(address()).toBe('/?table=t11&page=2'))
  expect(document.activeElement).toBe(close)
  await user.keyboard('jj')
  expect(address()).toBe('/?table=t12&page=2')
})

it('X selects rows, which are named, and done with together; another page begins without any', async () => {
  const { user } = await open()
  await user.keyboard('jxjjx')
  expect(selected()).toContain('T1, T3')
  await user.click(within(screen.getByRole('row', { name: /Select T2/ })).getByRole('checkbox'))
  await user.keyboard('x')
  // The box has the focus, so X takes its row out again.
  expect(selected()).toContain('T1, T3')
  await user.click(screen.getByRole('button', { name: 'Remove 2' }))
  expect(removed.mock.calls).toEqual([[['1', '3']]])
  expect(selected()).toBeNull()
  await user.keyboard('jx')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await screen.findByRole('row', { name: /Select T2/ })
  expect(selected()).toBeNull()
})

it('no key works while somebody types, nor with single keys switched off; the sheet of ? lists them', async () => {
  const { user, address } = await open()
  await user.keyboard('j')
  await user.type(screen.getByRole('searchbox'), 'xe1')
  await waitFor(() => expect(address()).toBe('/?q=xe1'))
  expect([edited.mock.calls, selected()]).toEqual([[], null])
  await user.clear(screen.getByRole('searchbox'))
  await screen.findByRole('row', { name: /Select T2/ })
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  await user.keyboard('jxe')
  expect([document.activeElement?.textContent, edited.mock.calls, selected()]).toEqual(['Switch off', [], null])
  await user.click(screen.getByRole('button', { name: 'Switch on' }))
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [label, key] of [
    ['Next table', 'J'],
    ['Previous table', 'K'],
    ['Open table', 'Enter'],
    ['Edit table', 'E'],
    ['Select table', 'X'],
  ])
    expect(
      within(sheet)
        .getByText(label ?? '')
        .closest('div')?.textContent,
    ).toBe(`${label}${key}`)
})
