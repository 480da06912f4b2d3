import { act, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import type { EventData, EventName } from '#domain/api/events.ts'
import { LiveConnection } from '#web/core/live.ts'
import { mount, signIn } from './dom.tsx'

/** The browser's socket: the test opens it and sends its messages. */
export class FakeSocket extends EventTarget {
  static last: FakeSocket | null = null
  static readonly OPEN = 1
  readyState = 0
  sent: string[] = []
  binaryType = 'blob'
  constructor() {
    super()
    FakeSocket.last = this
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
  /** The server closes it. */
  end(code: number) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  receive(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

/** Mounts a page with the live connection, signed in and joined. `emit` is the server's next event; `at` is the address, `path` the page's. */
export async function mountLive(page: ReactNode, at = '/', path = '/') {
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.last = null
  await signIn()
  const view = mount(
    <>
      <LiveConnection />
      {page}
    </>,
    { path, at },
  )
  await waitFor(() => expect(FakeSocket.last).not.toBeNull())
  const socket = FakeSocket.last as unknown as FakeSocket
  let seq = 0
  act(() => {
    socket.open()
    socket.receive({ event: 'joined', data: { seq, resumed: false, alerts: [] } })
  })
  const emit = <E extends EventName>(event: E, data: Partial<EventData<E>>) => act(() => socket.receive({ event, data, seq: ++seq }))
  return { ...view, emit }
}
