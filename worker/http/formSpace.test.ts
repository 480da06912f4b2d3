import { afterEach, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { document, email, file, from } from '../test/claims.ts'
import { FILES, upload } from '../test/upload.ts'
import { call, makeRestaurant, PASSWORD, reach, signIn } from '../test/world.ts'
import { FORM_SPACE, formSpace } from './formSpace.ts'

/** What strangers send with a form must not fill the isolate in which the staff's calls run (docs/decisions/008-limits-and-mails.md). */

const held: (() => void)[] = []
/** Forms of others that fill the room. */
function fillTheRoom(but = 0) {
  const space = formSpace()
  held.push(space.ends)
  space.takes(FORM_SPACE - but)
  return space
}
afterEach(() => {
  vi.useRealTimers()
  for (const end of held.splice(0)) end()
})

it('the form of a stranger is refused while others fill the room, that of whoever is let in is not', async () => {
  const w = await makeRestaurant()
  const applies = { establishment_name: 'Chai Point Cafe', user_name: 'Tara', user_contact_number: '9000012345', address: 'Plot 1' }
  const signsUp = { ...applies, email: email(), password: PASSWORD }
  const applicant = (await call('POST /auth/restaurant/signup', { body: signsUp, headers: from() })).body.token
  const sends = async (token: string, purpose: string) =>
    (await upload('POST /media', { purpose }, [{ field: 'file', bytes: FILES.png(randomId()) }], { token })).status
  const partner = (await signIn('partner', { partnerId: randomId() })).token
  const cashier = await w.as('superuser')
  const diners = [(await w.guest()).token, (await signIn('user')).token]
  const others = fillTheRoom()
  const refused = await file(w)
  expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([429, 'rate_limited', '60'])
  expect([await sends(applicant, 'application'), await sends(partner, 'application')]).toEqual([429, 429])
  // Anybody gets a diner's session.
  for (const token of diners) expect((await file(w, {}, undefined, token)).status).toBe(429)
  expect(await sends(cashier, 'menu')).toBe(201)
  others.ends()
  expect([(await file(w)).status, await sends(applicant, 'application')]).toEqual([201, 201])
})

it('the room of a form that was refused, or has been answered, is free again', async () => {
  const w = await makeRestaurant()
  fillTheRoom(100_000)
  const bytes = FILES.pdf('x'.repeat(40_000))
  for (let n = 0; n < 2; n++) {
    expect((await file(w, {}, [document(bytes)])).status).toBe(201)
    // Not a document: 415 once it is read.
    expect((await file(w, {}, [document(new Uint8Array(40_000))])).status).toBe(415)
    expect((await file(w, {}, [document(new Uint8Array(200_000))])).status).toBe(429)
  }
})

it('a form that is alone may be as large as forms are', () => {
  const { takes, ends } = formSpace()
  expect(() => takes(FORM_SPACE + 1)).not.toThrow()
  ends()
})

it('the room of a call that was cut off is free again after a while', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  fillTheRoom()
  const late = formSpace()
  vi.setSystemTime(Date.now() + 119_000)
  expect(() => late.takes(1)).toThrow('Rate limit exceeded')
  vi.setSystemTime(Date.now() + 2000)
  expect(() => late.takes(1)).not.toThrow()
  late.ends()
})

it('a claim’s form is not read for a restaurant that can’t be claimed', async () => {
  const pending = await makeRestaurant({ approvalStatus: 'pending' })
  for (const id of [randomId(), pending.id]) {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', ...from() }
    const claim = `https://tawa.test/v1/restaurant/${id}/claim`
    // Whoever reads this form refuses it as incomplete.
    expect((await reach(new Request(claim, { method: 'POST', headers, body: '--b\r\n' }))).status).toBe(404)
    // This one never ends.
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const begun = writer.write(new TextEncoder().encode('--b\r\n')).catch(() => {})
    const request = new Request(claim, { method: 'POST', headers, body: readable })
    expect((await reach(request)).status).toBe(404)
    writer.abort().catch(() => {})
    await begun
  }
})
