import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/core/query.ts'
import { later, mount, refusal, serve } from '#web/test/dom.tsx'
import { give, loaded, Paged, Tables, tables } from '#web/test/TablesList.tsx'

beforeEach(() => queryClient.clear())
afterEach(() => vi.restoreAllMocks())

const shown = () => [...document.querySelectorAll('tbody [data-row]')].map((e) => e.textContent)

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
  it('is whole although rows move to the front while it is read, in each reading', async () => {
    let all = tables(250)
    serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const reply = { status: 200, body: { orders: all.slice((page - 1) * limit, page * limit), totalOrders: all.length } }
      if (limit === 100 && page === 1) all = [all[239]!, ...all.slice(0, 239), ...all.slice(240)]
      return reply
    })
    mount(<Paged />)
    await loaded()
    const rows = (await exported()).trim().split('\r\n').slice(1)
    expect(rows.map((line) => line.split(',')[0]).sort()).toEqual(all.map((t) => t.tableNumber).sort())
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
    const second = later<{ status: number; body: unknown }>()
    const asked = serve(({ path }) => {
      const query = new URL(path, 'http://x').searchParams
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      return page === 2
        ? second.promise
        : { status: 200, body: { orders: tables(250).slice((page - 1) * limit, page * limit), totalOrders: 250 } }
    })
    mount(<Paged />)
    await loaded()
    const made = vi.spyOn(URL, 'createObjectURL')
    const button = screen.getByRole('button', { name: 'Export CSV' })
    button.focus()
    button.click()
    ;(await screen.findByRole('button', { name: 'Stop the export' })).click()
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBe(document.activeElement)
    await act(async () => second.settle({ status: 200, body: { orders: tables(250).slice(100, 200), totalOrders: 250 } }))
    await act(async () => undefined)
    expect(made).not.toHaveBeenCalled()
    expect(asked.filter(({ path }) => path.includes('page=3'))).toEqual([])
  })
})
