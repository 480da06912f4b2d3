import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { mount } from '#web/test/dom.tsx'
import type { Column } from './columns.ts'
import { ListPage } from './ListPage.tsx'
import { useAllRows } from './rows.ts'
import { switchColumn } from './switchColumn.tsx'
import { address, give, keyOf, loaded, table, tables, Where } from '#web/test/TablesList.tsx'
import { useView } from './useView.ts'

afterEach(() => vi.restoreAllMocks())

describe('rows that are made and changed', () => {
  function Made() {
    const view = useView({ row: 'table' })
    const query = useQuery({ ...apiQuery('GET /tables'), retry: false })
    const columns: Column<TableShape>[] = [
      { key: 'number', head: 'Table', value: (t) => t.tableNumber, below: (t) => t.area },
      switchColumn({
        key: 'seated',
        head: 'In use',
        isOn: (t) => t.capacity > 98,
        // A call that a visitor may make.
        call: 'POST /auth/restaurant/login',
        label: (t) => `T${t.tableNumber} in use`,
        save: () => Promise.resolve(),
        saved: () => 'Saved',
        refusal: (t) => (t.tableNumber === '2' ? 'T2 is reserved' : null),
      }),
    ]
    const list = useAllRows(query, query.data?.tables, view, { key: keyOf, columns })
    return (
      <>
        <ListPage
          noun={{ one: 'table', many: 'tables' }}
          view={view}
          list={list}
          columns={columns}
          rowName={(t) => t.tableNumber}
          create={{ label: 'Add table', call: 'POST /auth/restaurant/login' }}
          nothingYet={{ title: 'No tables yet' }}
          sheet={(t, { onClose }) => (
            <div role="dialog" aria-label={t ? `T${t.tableNumber}` : 'New table'}>
              <input aria-label="Note" />
              <button type="button" onClick={onClose}>
                Close
              </button>
            </div>
          )}
        />
        <Where />
      </>
    )
  }

  it('the primary button opens the sheet for a new one; an address opens it too, and Back closes it', async () => {
    give(tables(2))
    const { user, back } = mount(<Made />)
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Add table' }))
    expect(screen.getByRole('dialog', { name: 'New table' })).toBeTruthy()
    expect(address()).toBe('?table=new')
    await act(() => back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^1/ }))
    await user.click(within(await screen.findByRole('dialog', { name: 'T1' })).getByRole('button', { name: 'Close' }))
    expect(address()).toBe('')
  })

  it('one that leaves the list while its sheet is open stays, with what was typed', async () => {
    give(tables(2))
    const { user } = mount(<Made />)
    await loaded()
    await user.click(screen.getByRole('button', { name: /^2/ }))
    await user.type(screen.getByLabelText('Note'), 'by the window')
    act(() => void queryClient.setQueryData(apiQuery('GET /tables').queryKey, (data) => data && { ...data, tables: [table(1)] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^2/ })).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('by the window')
    await user.click(within(screen.getByRole('dialog', { name: 'T2' })).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('an address of one that is no longer in the list says so, and leads back', async () => {
    give(tables(2))
    const { user } = mount(<Made />, { at: '/?table=gone' })
    const sheet = within(await screen.findByRole('dialog', { name: 'Table' }))
    const [close] = within(sheet.getByText('This table is no longer in this list.').parentElement as HTMLElement).getAllByRole('button')
    await user.click(close as HTMLElement)
    expect(address()).toBe('')
  })

  it('the same button is shown in an empty list', async () => {
    give([])
    mount(<Made />)
    await screen.findByText('No tables yet')
    expect(screen.getAllByRole('button', { name: 'Add table' }).length).toBe(2)
  })

  it('a switch that a row refuses can’t be pressed; the second line of a cell is found too', async () => {
    give(tables(2))
    mount(<Made />, { at: '/?q=hall' })
    await loaded()
    expect(screen.getAllByRole('switch').length).toBe(1)
    expect(screen.getByRole('switch', { name: 'T2 in use' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('switch', { name: 'T2 in use' }).closest('[title]')?.getAttribute('title')).toBe('T2 is reserved')
  })
})
