import { afterAll, beforeAll, expect, it } from 'vitest'
import { databases } from './databases.ts'

let open: Awaited<ReturnType<typeof databases<'one' | 'two'>>>
beforeAll(async () => {
  open = await databases(['one', 'two'])
  await open.db.one.batch([open.db.one.prepare('CREATE TABLE things (name TEXT UNIQUE, size INTEGER)')])
})
afterAll(() => open.end())

const add = (name: string, size: number | null) => open.db.one.prepare('INSERT INTO things VALUES (?, ?)').bind(name, size)
const things = async () => (await open.db.one.prepare('SELECT * FROM things ORDER BY name').all()).results

it('runs a batch completely or not at all, says why not, and keeps databases apart', async () => {
  await open.db.one.batch([add('a; DROP TABLE things; -- "?', 1), add('Zoë', null)])
  const both = [
    { name: 'Zoë', size: null },
    { name: 'a; DROP TABLE things; -- "?', size: 1 },
  ]
  expect(await things()).toEqual(both)
  await expect(open.db.one.batch([add('b', 2), add('Zoë', 3)])).rejects.toThrow('UNIQUE constraint failed: things.name')
  expect(await things()).toEqual(both)
  await expect(open.db.two.prepare('SELECT * FROM things').all()).rejects.toThrow('no such table: things')
})

it.each([
  ['as any web page can send it', {}],
  ['for this Worker by its name', { 'MF-Route-Override': 'tawa-d1' }],
  ['with another secret', { 'x-tawa-secret': 'A'.repeat(32) }],
  ['with an empty secret', { 'x-tawa-secret': '' }],
])('refuses a request from outside this process, %s', async (_how, headers: Record<string, string>) => {
  const before = await things()
  const body = JSON.stringify({ binding: 'one', statements: [["INSERT INTO things VALUES ('stranger', 1)", []]] })
  const answer = await fetch(open.url, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toEqual([404, ''])
  expect(await things()).toEqual(before)
})

it('still answers after this process was busy for longer than workerd keeps an idle connection', async () => {
  const before = await things()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_000)
  expect(await things()).toEqual(before)
})
