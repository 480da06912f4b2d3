import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiError, call } from './api.ts'

/** The part of XMLHttpRequest that an upload uses; the test answers it. */
class FakeXhr extends EventTarget {
  static last: FakeXhr
  upload = new EventTarget()
  status = 0
  responseText = ''
  opened: string[] = []
  headers: Record<string, string> = {}
  sent: FormData | null = null
  aborted = false

  constructor() {
    super()
    FakeXhr.last = this
  }
  open(...at: string[]) {
    this.opened = at
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.aborted = true
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

const photo = new File(['bytes'], 'naan.png', { type: 'image/png' })
const upload = (more: { onProgress?: (share: number) => void; signal?: AbortSignal } = {}) =>
  call('POST /media', { body: { purpose: 'menu' }, files: { file: photo }, ...more })
const failing = (run: Promise<unknown>) =>
  run.then(
    () => Promise.reject(new Error('did not fail')),
    (error: ApiError) => error,
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  vi.stubGlobal('document', { cookie: 'restaurant_token=tok' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'tawa_user' ? '{"tail":"tok"}' : null) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a call with files', () => {
  it('is sent as a form with the session’s token and reports its progress', async () => {
    const shares: number[] = []
    const answer = upload({ onProgress: (share) => shares.push(share) })
    const xhr = FakeXhr.last
    expect(xhr.opened).toEqual(['POST', '/v1/media'])
    expect(xhr.headers).toMatchObject({ Authorization: 'Bearer tok', Accept: 'application/json' })
    // The browser sets the content type with the form's boundary.
    expect(xhr.headers).not.toHaveProperty('Content-Type')
    expect([xhr.sent?.get('purpose'), xhr.sent?.get('file')]).toEqual(['menu', photo])
    xhr.progress(1, 4)
    xhr.progress(4, 4)
    xhr.answer(201, { url: '/v1/media/abc.png' })
    expect(await answer).toEqual({ url: '/v1/media/abc.png' })
    expect(shares).toEqual([0.25, 1])
  })

  it('reports a refusal with the server’s message and fields', async () => {
    const answer = failing(upload())
    FakeXhr.last.answer(415, { message: 'Only JPEG, PNG and WebP.', code: 'unsupported_media_type' })
    expect(await answer).toMatchObject({ status: 415, code: 'unsupported_media_type', message: 'Only JPEG, PNG and WebP.', network: false })
  })

  it('may take longer than the time limit while it makes progress, and fails after that long without any', async () => {
    const answer = failing(upload())
    vi.advanceTimersByTime(9_000)
    FakeXhr.last.progress(1, 4)
    vi.advanceTimersByTime(9_000)
    expect(FakeXhr.last.aborted).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(FakeXhr.last.aborted).toBe(true)
    expect(await answer).toMatchObject({ network: true, code: 'timeout' })
  })

  it('reports a missing connection', async () => {
    const answer = failing(upload())
    FakeXhr.last.dispatchEvent(new Event('error'))
    expect(await answer).toMatchObject({ network: true, code: 'network' })
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    const answer = failing(upload({ signal: stop.signal }))
    stop.abort()
    expect(FakeXhr.last.aborted).toBe(true)
    expect(await answer).toMatchObject({ name: 'AbortError' })
  })
})
