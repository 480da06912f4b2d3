import { expect, test } from 'vitest'
import { foldedTable, takenNumbers } from './tableNumber.ts'

test('numbers that people can’t tell apart are the same', () => {
  for (const number of ['7', ' 7', 'T7', 't7', 'T 7']) expect(foldedTable(number)).toBe('t7')
  expect([foldedTable('Bar  1'), foldedTable('bar 1')]).toEqual(['bar1', 'bar1'])
  expect([foldedTable('T99\u200b'), foldedTable('Bar\u00ad 1')]).toEqual(['t99', 'bar1'])
  expect([foldedTable('07'), foldedTable('12A'), foldedTable('1')]).toEqual(['t07', '12a', 't1'])
  expect([foldedTable('Hall 1  2'), foldedTable('Hall 12')]).toEqual(['hall1 2', 'hall12'])
  const tables = [{ tableNumber: '3' }, { tableNumber: 'Patio 4' }, { tableNumber: 't4' }]
  expect(takenNumbers(['1', '2', '3'], tables)).toEqual(['3'])
  expect(takenNumbers(['T 3', 'T 4', 'patio  4', 'Bar 1'], tables)).toEqual(['T 3', 'T 4', 'patio  4'])
  expect(takenNumbers(['8', 'T8', '9'], tables)).toEqual(['T8'])
})
