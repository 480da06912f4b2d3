import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Listed } from '../nearby/about.tsx'
import { Claim } from './Claim.tsx'
import { draftOf, forgetDraft } from './draft.ts'

/** An owner's claim: texts and files are kept until it is sent. */
const RESTAURANT = { _id: 'r1', restaurantName: 'Smash Yard' } as Listed

let sent: { key: string; form: FormData }[]
let answer: { status: number; body: unknown } | 'lost'
class Xhr extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  key = ''
  open() {}
  abort() {}
  getResponseHeader = () => null
  setRequestHeader(name: string, value: string) {
    if (name === 'Idempotency-Key') this.key = value
  }
  send(form: FormData) {
    sent.push({ key: this.key, form })
    if (answer !== 'lost') Object.assign(this, { status: answer.status, responseText: JSON.stringify(answer.body) })
    queueMicrotask(() => this.dispatchEvent(new Event(answer === 'lost' ? 'error' : 'load')))
  }
}
beforeEach(() => {
  sent = []
  answer = 'lost'
  forgetDraft('r1')
  vi.stubGlobal('XMLHttpRequest', Xhr)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const field = (name: RegExp) => screen.getByLabelText(name) as HTMLInputElement
const PDF = new File(['%PDF-1.4'], 'licence.pdf', { type: 'application/pdf' })

async function fill() {
  const user = userEvent.setup()
  const view = render(<Claim restaurant={RESTAURANT} />)
  await user.type(field(/^Your name/), 'Ritu Sen')
  await user.type(field(/^Email/), 'ritu@smashyard.example')
  await user.type(field(/^Mobile/), '9000010041')
  await user.type(field(/^Message/), 'It is mine.')
  await user.upload(screen.getByLabelText(/^Add a file/), PDF)
  return { user, ...view }
}

it('keeps texts and files when the page is left and opened again', async () => {
  const { unmount } = await fill()
  unmount()
  render(<Claim restaurant={RESTAURANT} />)
  expect([/^Your name/, /^Email/, /^Mobile/, /^Message/].map((name) => field(name).value)).toEqual([
    'Ritu Sen',
    'ritu@smashyard.example',
    '9000010041',
    'It is mine.',
  ])
  expect(screen.getByText('licence.pdf')).toBeTruthy()
  cleanup()
  render(<Claim restaurant={{ ...RESTAURANT, _id: 'r2' }} />)
  expect(field(/^Your name/).value).toBe('')
})

it('keeps the texts over a reload, for this tab alone', async () => {
  await fill()
  expect(JSON.parse(sessionStorage.getItem('tawa_claim_r1') ?? '{}')).toMatchObject({ name: 'Ritu Sen' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('Ritu')
})

it('failed upload keeps the files and sends the same claim again, also after Back; a changed one is another; a sent one is forgotten', async () => {
  const { user, unmount } = await fill()
  await user.click(screen.getByRole('button', { name: 'Send claim' }))
  await screen.findByText(/Nothing you entered is lost/)
  unmount()
  render(<Claim restaurant={RESTAURANT} />)
  await user.click(screen.getByRole('button', { name: 'Send claim' }))
  await screen.findByText(/Nothing you entered is lost/)
  expect(sent[1]?.key).toBe(sent[0]?.key)
  await user.type(field(/^Message/), ' Really.')
  answer = { status: 201, body: { claim: {} } }
  await user.click(screen.getByRole('button', { name: 'Send claim' }))
  await screen.findByRole('heading', { name: 'Claim sent' })
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
  expect([sent[2]?.form.get('message'), sent[2]?.form.get('documents')]).toEqual(['It is mine. Really.', PDF])
  expect(draftOf('r1')).toMatchObject({ texts: { name: '' }, files: [] })
  expect(sessionStorage.getItem('tawa_claim_r1')).toBeNull()
})
