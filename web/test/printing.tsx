import { screen } from '@testing-library/react'
import type { PrintJobShape, PrinterShape } from '#domain/api/printJob.ts'
import { aPrintJob, aRestaurant } from '#domain/test/shapes.ts'
import { serve } from './dom.tsx'
import type { mountLive } from './socket.tsx'

/** A restaurant with printers and papers, for tests of the tray and the rail. */
export const LONG_AGO = '2026-11-21T19:00:00.000Z'
export const printer = (over: Partial<PrinterShape>): PrinterShape => ({
  _id: 'p1',
  deviceId: 'another device',
  name: 'RP326 Grill',
  role: 'kot',
  stations: [],
  columns: 48,
  fallbackId: null,
  ownOnly: false,
  registeredAt: LONG_AGO,
  ...over,
})
export const job = (over: Partial<PrintJobShape>): PrintJobShape =>
  aPrintJob({ status: 'failed', reason: 'Failed to send print job to printer.', ...over })

export function server({ printers = [printer({})], jobs = [] as PrintJobShape[], restaurant = aRestaurant() } = {}) {
  return serve(({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/print/jobs/')) return { status: 200, body: { job: job({ closed: true }) } }
    if (path === '/v1/restaurant/profile') return { status: 200, body: { restaurant } }
    if (path === '/v1/cert/certificate') return { status: 200, body: 'certificate' }
    if (path === '/v1/cert/sign') return { status: 200, body: { signature: 'signature' } }
    if (path === '/v1/print/printers') return { status: 200, body: { printers } }
    if (path === '/v1/print/jobs') return { status: 200, body: { jobs } }
    return { status: 200, body: { alerts: [], orders: [], toCook: [], seq: 0 } }
  })
}
export const opened = async (user: Awaited<ReturnType<typeof mountLive>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog', { name: 'Printing' })
}
export const asksOf = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/print')).map(({ path, body }) => [path, body])
