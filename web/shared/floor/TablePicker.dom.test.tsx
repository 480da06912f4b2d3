import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { TableShape } from '#domain/api/tables.ts'
import { type FloorTable, floorOf } from '#web/shared/floor/floor.ts'
import type { Floor } from '#web/shared/floor/useFloor.ts'
import { mount } from '#web/test/dom.tsx'
import { TablePicker } from './TablePicker.tsx'

const table = (tableNumber: string, more: Partial<TableShape> = {}) =>
  ({
    _id: `t${tableNumber}`,
    tableNumber,
    area: 'Hall',
    capacity: 4,
    status: 'available',
    mergedTables: [],
    mergedInto: null,
    ...more,
  }) as TableShape
const booking = { tableId: 't2', time: '20:15', partySize: 2, customerName: 'Pallavi Kulkarni' } as never
const tables = floorOf({
  tables: [table('1'), table('2', { status: 'reserved' }), table('12'), table('t 7'), table('3A')],
  orders: [],
  alerts: [],
  drafts: [],
  bookings: [booking],
  now: 0,
})
const pick = () => {
  const onPick = vi.fn<(picked: FloorTable) => void>()
  const floor = { tables, isPending: false, failed: null } as unknown as Floor
  return { onPick, ...mount(<TablePicker floor={floor} current={null} onPick={onPick} onClose={() => undefined} />) }
}

it('shows when the guests of a reserved table come and who they are, before others are seated there', () => {
  pick()
  expect(screen.getByRole('button', { name: /^T2/ }).textContent).toBe('T2Reserved20:15 · Pallavi Kulkarni')
  expect(screen.getByRole('button', { name: /^T1 ?Free/ }).textContent).toBe('T1Free')
})

it('opens the table whose number was typed, with Enter', async () => {
  const { onPick, user } = pick()
  await user.type(screen.getByRole('searchbox'), '12{Enter}')
  expect(onPick.mock.calls.map(([picked]) => picked.label)).toEqual(['T12'])
})

it('finds a table in whatever writing its number was stored, as two tables can’t differ by that', async () => {
  const { onPick, user } = pick()
  await user.type(screen.getByRole('searchbox'), '7{Enter}')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '3{Enter}')
  expect(onPick.mock.calls.map(([picked]) => picked.table.tableNumber)).toEqual(['t 7', '3A'])
})
