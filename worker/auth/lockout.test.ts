import { describe, expect, it, vi } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { LIMITS } from '#domain/limits.ts'
import { deviceFrom, spend, withinOneWindow } from '../test/limits.ts'
import { codeTo } from '../test/messages.ts'
import { anEmail } from '../test/stage.ts'
import { call, makeAccount, makeRestaurant, PASSWORD, reach, type Reply } from '../test/world.ts'

/** Whoever knows somebody's e-mail address or number can't keep them from signing in: what one address may take of it is its share (domain/limits.ts). */

const mobile = () => String(9_000_000_000 + Math.floor(Math.random() * 999_999_999))
const from = (address: string) => ({ 'CF-Connecting-IP': address })
/** Asks until it is refused, at most so many times. */
async function untilRefused(ask: () => Promise<Reply>): Promise<void> {
  for (let i = 0; i < 60; i++) if ((await ask()).status === 429) return
  expect.fail('was never refused')
}
const wrongOf = (code: string, n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0')

type Lockout = {
  /** What a stranger who knows the address or number asks for. */
  stranger: (subject: string, headers: Record<string, string>) => Promise<Reply>
  /** What its owner then asks for. */
  owner: (subject: string, headers: Record<string, string>) => Promise<Reply>
  status: number
}
const login = (path: string, password: string) => (email: string, headers: Record<string, string>) =>
  call(`POST /auth/${path}/login`, { body: { email, password }, headers })
const forgot = (email: string, headers: Record<string, string>) =>
  call('POST /auth/restaurant/forgot-password', { body: { email }, headers })
const askCode = (mobile_number: string, headers: Record<string, string>) =>
  call('POST /auth/user/login', { body: { mobile_number }, headers })
const signUp = (email: string, headers: Record<string, string>) =>
  call('POST /auth/partner/signup', { body: { name: 'Tara', email, mobile_number: mobile(), password: PASSWORD }, headers })

const LOCKOUTS: Record<string, Lockout> = {
  'wrong passwords': { stranger: login('restaurant', 'wrong'), owner: login('restaurant', PASSWORD), status: 200 },
  'wrong passwords at another door': { stranger: login('partner', 'wrong'), owner: login('restaurant', PASSWORD), status: 200 },
  'codes for a new password': { stranger: forgot, owner: forgot, status: 200 },
  'codes tried for a new password': {
    stranger: (email, headers) => call('POST /auth/restaurant/verify-otp', { body: { email, otp: '000000' }, headers }),
    owner: async (email, headers) => {
      await forgot(email, headers)
      return call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) }, headers })
    },
    status: 200,
  },
  'sign-ups with the address': { stranger: signUp, owner: signUp, status: 201 },
}

describe('a stranger from one address, who asks until it is refused,', () => {
  it.each(Object.entries(LOCKOUTS))('doesn’t block the owner’s way in: %s', async (_what, { stranger, owner, status }) => {
    const { email } = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
    const [theirs, own] = [from(randomId()), from(randomId())]
    await withinOneWindow(async () => {
      await untilRefused(() => stranger(email, theirs))
      const reply = await owner(email, own)
      expect([reply.status, reply.text.slice(0, 80)]).toEqual([status, expect.anything()])
    })
  })

  it('doesn’t block a diner’s codes: asking for them, and entering them', async () => {
    const [number, theirs, own] = [mobile(), from(randomId()), from(randomId())]
    const verify = (otp: string, headers: Record<string, string>) =>
      call('POST /auth/user/verify', { body: { mobile_number: number, otp }, headers })
    await withinOneWindow(async () => {
      await untilRefused(() => askCode(number, theirs))
      // The newest code counts, and inside a window of the tests the clock stands still.
      vi.setSystemTime(Date.now() + 1000)
      expect((await askCode(number, own)).status).toBe(202)
      const code = await codeTo(number)
      await untilRefused(() => verify(wrongOf(code, 1), theirs))
      expect((await verify(code, own)).status).toBe(200)
    })
  })
})

describe('a stranger on the restaurant’s own network', () => {
  const enter = login('restaurant', PASSWORD)
  const guess = login('restaurant', 'wrong')
  const cashierOf = async () =>
    makeAccount('cashier', { restaurantId: (await makeRestaurant({ settings: { maxSessionsPerUser: 50 } })).id })
  const network = LIMITS.login.rules.find((rule) => rule.by === 'network')!
  const most = LIMITS.knownDevice.rules[0]?.most ?? 0
  /** Signs in on a new device, and returns by what it is known from then on. */
  const onDevice = async (email: string, headers: Record<string, string>) => {
    const reply = await enter(email, headers)
    expect(reply.status, reply.text).toBe(200)
    return deviceFrom(reply)
  }

  it('doesn’t lock out a device with which the account has signed in before: by wrong passwords for it, or for many others', async () => {
    const { email } = await cashierOf()
    const here = from(randomId())
    await withinOneWindow(async () => {
      const till = await onDevice(email, here)
      await untilRefused(() => guess(email, here))
      expect((await enter(email, here)).status).toBe(429)
      expect((await enter(email, { ...here, ...till })).status).toBe(200)
      await spend(LIMITS.login, network, here['CF-Connecting-IP'])
      expect((await enter((await cashierOf()).email, here)).status).toBe(429)
      expect((await enter(email, { ...here, ...till })).status).toBe(200)
    })
  })

  it('takes no device’s place by its X-Device-Id, which colleagues can read', async () => {
    const { email } = await cashierOf()
    const [here, theirs, id] = [from(randomId()), from(randomId()), { 'X-Device-Id': randomId() }]
    await withinOneWindow(async () => {
      const till = await onDevice(email, { ...here, ...id })
      const share = LIMITS.login.rules.find((rule) => rule.by === 'share')!.most
      for (let i = 0; i < share; i++) expect((await guess(email, { ...theirs, ...id })).status).toBe(401)
      expect((await guess(email, { ...theirs, ...id })).status).toBe(429)
      expect((await enter(email, { ...here, ...till, ...id })).status).toBe(200)
    })
  })

  it('doesn’t lock a device out with its own secret: then it has what strangers have, and strangers have no less', async () => {
    const { email } = await cashierOf()
    const [here, theirs] = [from(randomId()), from(randomId())]
    await withinOneWindow(async () => {
      const till = await onDevice(email, here)
      await untilRefused(() => guess(email, { ...theirs, ...till }))
      expect((await enter(email, { ...theirs, ...till })).status).toBe(429)
      expect((await enter(email, { ...here, ...till })).status).toBe(200)
      expect((await enter(email, here)).status).toBe(200)
    })
  })

  it('gains nothing by a device that another account knows, and a known one has tries of its own', async () => {
    const [mine, other] = [await cashierOf(), await cashierOf()]
    const here = from(randomId())
    await withinOneWindow(async () => {
      const [till, second] = [await onDevice(mine.email, here), await onDevice(mine.email, here)]
      await untilRefused(() => guess(other.email, here))
      expect((await enter(other.email, { ...here, ...till })).status).toBe(429)
      await untilRefused(() => guess(mine.email, here))
      for (let i = 0; i < most; i++) expect((await guess(mine.email, { ...here, ...till })).status).toBe(401)
      expect((await enter(mine.email, { ...here, ...till })).status).toBe(429)
      expect((await enter(mine.email, { ...here, ...second })).status).toBe(200)
    })
  })

  it('sees no device’s secret: a cookie that no script reads, one for all accounts of the device, which signs nobody in', async () => {
    const [mine, other] = [await cashierOf(), await cashierOf()]
    const here = from(randomId())
    await withinOneWindow(async () => {
      const reply = await enter(mine.email, here)
      expect(reply.headers.get('Set-Cookie')).toMatch(
        /^__Host-tawa_known=[\w-]{32}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
      )
      const till = deviceFrom(reply)
      expect(await onDevice(other.email, { ...here, ...till })).toEqual(till)
      expect((await guess(mine.email, { ...here, ...till })).headers.get('Set-Cookie')).toBeNull()
      expect((await call('GET /auth/me', { headers: till })).status).toBe(401)
      for (const { email } of [mine, other]) {
        await untilRefused(() => guess(email, here))
        expect((await enter(email, { ...here, ...till })).status).toBe(200)
      }
      // A name that occurs twice may be somebody else's; what looks different is none of ours, and gets a new one.
      const twice = { Cookie: `${till.Cookie}; __Host-tawa_known=${'a'.repeat(32)}` }
      expect((await enter(mine.email, { ...here, ...twice })).status).toBe(429)
      expect(deviceFrom(await enter(mine.email, { Cookie: '__Host-tawa_known=short' })).Cookie).toMatch(/=[\w-]{32}$/)
    })
  })

  it('on http gets a cookie without the prefix that only https allows, also when the restaurant isn’t approved yet', async () => {
    const { id } = await makeRestaurant({ approvalStatus: 'pending' })
    const { email } = await makeAccount('superuser', { restaurantId: id })
    const request = new Request('http://localhost/v1/auth/restaurant/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': randomId() },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const { status, headers } = await reach(request)
    expect([status, headers.get('Set-Cookie')]).toEqual([
      403,
      expect.stringMatching(/^tawa_known=[\w-]{32}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
    ])
  })

  it('gains no tries by signing up with an address and changing that password, whether the address is taken or free', async () => {
    const taken = (await cashierOf()).email
    const tries = async (email: string) => {
      const here = from(randomId())
      const made = await signUp(email, here)
      const first = await login('partner', PASSWORD)(email, here)
      const partner = (password: string) => login('partner', password)(email, { ...here, ...deviceFrom(first) })
      const seen = [made.status, first.status]
      for (let i = 0; i < 11; i++) seen.push((await partner('wrong')).status)
      const body = { password: PASSWORD, newPassword: 'quite another one' }
      seen.push((await call('PUT /auth/password', { token: made.body.token, body })).status, (await partner('wrong')).status)
      return seen
    }
    await withinOneWindow(async () => {
      const expected = [201, 200, ...Array<number>(10).fill(401), 429, 200, 429]
      expect([await tries(taken), await tries(anEmail())]).toEqual([expected, expected])
    })
  })

  it('and a thief with a known device: a new password forgets the devices', async () => {
    const { email } = await cashierOf()
    const here = from(randomId())
    await withinOneWindow(async () => {
      const till = await onDevice(email, here)
      await forgot(email, here)
      const { body } = await call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) }, headers: here })
      expect((await call('POST /auth/restaurant/reset-password', { token: body.token, body: { newPassword: PASSWORD } })).status).toBe(200)
      await untilRefused(() => guess(email, here))
      expect((await enter(email, { ...here, ...till })).status).toBe(429)
    })
  })
})

it('one address may try a code five times; guesses from four addresses use the code up', async () => {
  const number = mobile()
  const verify = (otp: string, address: string) =>
    call('POST /auth/user/verify', { body: { mobile_number: number, otp }, headers: from(address) })
  await withinOneWindow(async () => {
    await askCode(number, from(randomId()))
    const code = await codeTo(number)
    const guessers = Array.from({ length: 4 }, () => randomId())
    for (const [n, address] of guessers.entries()) {
      for (let i = 1; i <= 5; i++) expect((await verify(wrongOf(code, n * 5 + i), address)).status).toBe(401)
      // The sixth is not counted for the code, and the right one is too late from here.
      if (n === 0) expect((await verify(code, address)).status).toBe(401)
    }
    expect((await verify(code, randomId())).status).toBe(401)
    vi.setSystemTime(Date.now() + 1000)
    await askCode(number, from(randomId()))
    const next = await codeTo(number)
    for (const address of guessers.slice(1)) for (let i = 1; i <= 6; i++) await verify(wrongOf(next, i), address)
    expect((await verify(next, randomId())).status).toBe(200)
  })
})

it('successful sign-ins don’t count towards the limit', async () => {
  const { email } = await makeAccount('partner', { partnerId: randomId() })
  const here = from(randomId())
  await withinOneWindow(async () => {
    for (let i = 0; i < 12; i++) expect((await login('partner', PASSWORD)(email, here)).status).toBe(200)
  })
})

it('a new password resets the count of failed sign-ins, also at the address where they failed', async () => {
  const { email } = await makeAccount('cashier', { restaurantId: (await makeRestaurant()).id })
  const here = from(randomId())
  await withinOneWindow(async () => {
    await untilRefused(() => login('restaurant', 'wrong')(email, here))
    expect((await login('restaurant', PASSWORD)(email, here)).status).toBe(429)
    await forgot(email, here)
    const { body } = await call('POST /auth/restaurant/verify-otp', { body: { email, otp: await codeTo(email) }, headers: here })
    expect((await call('POST /auth/restaurant/reset-password', { token: body.token, body: { newPassword: PASSWORD } })).status).toBe(200)
    expect((await login('restaurant', PASSWORD)(email, here)).status).toBe(200)
  })
})
