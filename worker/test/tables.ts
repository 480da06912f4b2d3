import type { Reply, World } from './world.ts'

/** Tables of a test's restaurant, named by their place in `w.tables`. */

export const statuses = (replies: Reply[]) => replies.map((r) => r.status).sort()
export const id = (w: World, n: number) => w.tables[n] ?? ''
export const sittingOf = async (w: World, n: number) =>
  (await w.rows('SELECT sitting_id FROM dining_tables WHERE id = ?', id(w, n)))[0].sitting_id

export const create = (w: World, ...tables: Record<string, unknown>[]) => w.does('superuser', 'POST /tables/createTables', { tables })
export const update = (w: World, n: number, change: Record<string, unknown>) =>
  w.does('superuser', `PUT /tables/update?id=${id(w, n)}`, change)
export const remove = (w: World, n: number) => w.does('managerialHead', `DELETE /tables/delete/${id(w, n)}`)
export const move = (w: World, from: number, to: number, more: Record<string, unknown> = {}) =>
  w.does('captain', 'POST /tables/move', { fromTableId: id(w, from), toTableId: id(w, to), ...more })
export const merge = (w: World, parent: number, ...children: number[]) =>
  w.does('captain', 'POST /tables/merge', { parentTableId: id(w, parent), childTableIds: children.map((n) => id(w, n)) })
export const orderAt = (w: World, n: number, item: 'plain' | 'dosa' = 'plain') => w.order([w.line(item)], { tableId: id(w, n) })

/** A captain takes these tables out of the merge; without any, all of them. */
export const unmerge = (w: World, parent: number, ...children: number[]) =>
  w.does('captain', 'POST /tables/unmerge', {
    parentTableId: id(w, parent),
    ...(children.length > 0 ? { childTableIds: children.map((n) => id(w, n)) } : {}),
  })
