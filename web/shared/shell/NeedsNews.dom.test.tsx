import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { AlertShape } from '#domain/api/tables.ts'
import { alertSounds, stopAlertSound } from '#web/app/feedback/sound.ts'
import { serve } from '#web/test/dom.tsx'
import { mountLive } from '#web/test/socket.tsx'
import { NeedsNews } from './NeedsNews.tsx'
import { useCallForTable } from '#web/shared/floor/useCallForTable.ts'
import { useNeeds } from './useNeeds.ts'

const alert: AlertShape = {
  _id: 'call',
  tableId: 't7',
  tableNumber: '7',
  alertType: 'callWaiter',
  id: 't7 1',
  orderId: null,
  timestamp: new Date().toISOString(),
  acknowledged: false,
  acknowledgedBy: null,
}

const PLACES = ['captain', 'pos', 'away'] as const
/** Two shells, of which one is shown at a time. */
function Shells() {
  const [at, setAt] = useState<(typeof PLACES)[number]>('captain')
  const { needs } = useNeeds()
  return (
    <>
      {needs ? 'loaded' : 'loading'}
      {PLACES.map((place) => (
        <button key={place} onClick={() => setAt(place)}>
          {place}
        </button>
      ))}
      {at === 'away' ? null : <NeedsNews key={at} needs={needs} inView={false} />}
    </>
  )
}
const open = (place: string) => fireEvent.click(screen.getByRole('button', { name: place }))

it('a guest’s call goes on ringing in the shell that is opened next, and stops where none is', async () => {
  serve(() => ({ status: 200, body: { orders: [], toCook: [], seq: 0, alerts: [], unseenKots: [] } }))
  const { emit } = await mountLive(<Shells />)
  await screen.findByText('loaded')
  emit('tableAlert', { alert, tableId: 't7', alertType: 'callWaiter' })
  await waitFor(() => expect(alertSounds()).toHaveLength(1))
  onTestFinished(() => alertSounds().forEach(stopAlertSound))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  open('away')
  open('pos')
  vi.advanceTimersByTime(15_000)
  expect(alertSounds()).toHaveLength(1)
  open('away')
  vi.advanceTimersByTime(15_000)
  expect(alertSounds()).toEqual([])
})

it('a call that this phone has made for a table is silent here, also after its guests have moved; a guest’s own call rings', async () => {
  const own = { ...alert, tableId: 't11', tableNumber: '11', alertType: 'clean', timestamp: new Date().toISOString() }
  serve(({ method }) => ({
    status: 200,
    body: method === 'POST' ? { alert: own } : { orders: [], toCook: [], seq: 0, alerts: [], unseenKots: [] },
  }))
  function Floor() {
    const { needs } = useNeeds()
    const { call } = useCallForTable()
    return (
      <>
        {needs ? needs.flatMap(({ label, word }) => (word === 'Clean' ? label : [])).join() || 'loaded' : 'loading'}
        <button onClick={() => call({ tableId: 't11', alertType: 'clean' })}>Clean it</button>
        <NeedsNews needs={needs} inView={false} />
      </>
    )
  }
  const { emit } = await mountLive(<Floor />)
  onTestFinished(() => alertSounds().forEach(stopAlertSound))
  await screen.findByText('loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Clean it' }))
  emit('tableAlert', { alert: { ...own }, tableId: 't11', alertType: 'clean' })
  await screen.findByText('T11')
  emit('tableAlertCleared', { tableId: 't11', alertType: null, action: 'clear', alerts: [] })
  await screen.findByText('loaded')
  emit('tableAlert', { alert: { ...own, tableId: 't7', tableNumber: '7' }, tableId: 't7', alertType: 'clean' })
  await screen.findByText('T7')
  expect(alertSounds()).toEqual([])
  emit('tableAlert', { alert: { ...alert, timestamp: new Date(Date.now() + 1000).toISOString() }, tableId: 't7', alertType: 'callWaiter' })
  await waitFor(() => expect(alertSounds()).toHaveLength(1))
})
