import { describe, expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { type PrintWorld, withPrinters } from '../test/printers.ts'

describe('printers', () => {
  const body = (w: PrintWorld, more: Record<string, unknown> = {}) => ({
    deviceId: w.device,
    name: 'EPSON 80mm',
    role: 'kot',
    columns: 48,
    ...more,
  })

  it('are saved by the id that the caller made, changed, listed and removed', async () => {
    const w = await withPrinters({ kitchen: {} })
    const id = randomId()
    const put = (more = {}) => w.does('superuser', `PUT /print/printers/${id}`, body(w, more))
    expect((await put({ stations: ['Bar', 'bar ', 'Tandoor'], fallbackId: w.printers.kitchen })).body.printer).toMatchObject({
      stations: ['Bar', 'Tandoor'],
      fallbackId: w.printers.kitchen,
      ownOnly: false,
    })
    expect((await put({ name: 'EPSON 58mm', columns: 32 })).status).toBe(200)
    const list = async () => (await w.does('waiter', 'GET /print/printers')).body.printers
    expect((await list()).map((p: any) => [p.name, p.columns])).toEqual([
      ['kitchen 80mm', 48],
      ['EPSON 58mm', 32],
    ])
    expect((await w.does('superuser', `DELETE /print/printers/${id}`)).status).toBe(200)
    expect(await list()).toHaveLength(1)
    expect((await w.does('superuser', `DELETE /print/printers/${id}`)).status).toBe(404)
  })

  it('have no fallback any more once it was removed or prints other papers, and are saved as they are listed', async () => {
    const w = await withPrinters({
      kitchen: { fallbackId: 'grill' },
      grill: {},
      fryer: { fallbackId: 'bar' },
      bar: {},
      counter: { role: 'bill' },
    })
    const listed = async (name: string) =>
      (await w.does('waiter', 'GET /print/printers')).body.printers.find((p: any) => p._id === w.printers[name])
    const save = async (name: string, more = {}) => {
      const { _id, registeredAt: _, ...saved } = await listed(name)
      return w.does('superuser', `PUT /print/printers/${_id}`, { ...saved, ...more })
    }
    expect((await w.does('superuser', `DELETE /print/printers/${w.printers.grill}`)).status).toBe(200)
    expect((await save('bar', { role: 'bill' })).status).toBe(200)
    for (const name of ['kitchen', 'fryer']) {
      expect([name, (await listed(name)).fallbackId]).toEqual([name, null])
      expect((await save(name, { name: 'RP326' })).status).toBe(200)
    }
    const other = await save('kitchen', { fallbackId: w.printers.counter })
    expect([other.status, other.body.errors]).toEqual([
      422,
      [{ path: 'fallbackId', message: 'Choose another registered printer for KOTs.' }],
    ])
  })

  it('are refused with bad input, and above 30', async () => {
    const w = await withPrinters(Object.fromEntries(Array.from({ length: 29 }, (_, i) => [`p${i}`, {}])))
    const id = randomId()
    for (const more of [
      { columns: 40 },
      { role: 'label' },
      { name: ' ' },
      { deviceId: 'a b' },
      { stations: ['x'.repeat(41)] },
      { stations: Array.from({ length: 31 }, String) },
      { fallbackId: randomId() },
      { fallbackId: id },
    ])
      expect([more, (await w.does('superuser', `PUT /print/printers/${id}`, body(w, more))).status]).toEqual([more, 422])
    const saved = await Promise.all([id, randomId()].map((one) => w.does('superuser', `PUT /print/printers/${one}`, body(w))))
    expect(saved.map((s) => s.status).sort()).toEqual([200, 409])
    expect(saved.find((s) => s.status === 409)?.body.code).toBe('printers_full')
  })
})
