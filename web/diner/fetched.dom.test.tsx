import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { watchConnection } from '#web/core/online.ts'
import { useFetched } from './fetched.ts'

function Name() {
  const { data, error } = useFetched('GET /restaurant/profile/necessary/:id', { params: { id: 'r1' } })
  return <p>{data?.restaurant.establishment_name ?? (error ? 'failed' : 'loading')}</p>
}

it('an answer that could not be read offline is read once by itself when the phone is back online', async () => {
  let reachable = false
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    if (!reachable) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(Response.json({ restaurant: { establishment_name: 'Smash Yard' } }))
  })
  watchConnection()
  act(() => void window.dispatchEvent(new Event('offline')))
  render(<Name />)
  expect(await screen.findByText('failed')).toBeTruthy()
  reachable = true
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Smash Yard')).toBeTruthy()
  const reads = () => asked.filter((url) => url.includes('/profile/necessary/')).length
  const before = reads()
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(asked.at(-1)).toContain('/v1/health'))
  expect(reads()).toBe(before)
})
