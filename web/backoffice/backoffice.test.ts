import { describe, expect, it } from 'vitest'
import type { Claim } from '#domain/api/claims.ts'
import type { Outlet } from '#domain/api/partner.ts'
import { checksOf, toLookAt } from './checks.ts'
import { besideListing } from './claims/beside.ts'
import { lastDays, lateText, ordersOn, queueOf } from './dashboard/figures.ts'
import { stateOf } from './partners/state.tsx'
import { sameAs } from './restaurants/duplicate.ts'
import { newPassword } from './users/password.ts'
import { isLate, queueText, waitingText } from './waiting.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
const fine = {
  _id: 'r1',
  establishment_name: 'Kokan Kitchen',
  city: 'Pune',
  address: '14 Karve Road, Pune',
  email: 'sameer@kokan.example',
  emailConfirmed: true,
  gstNumber: '',
  fssaiNumber: '11524031000218',
  documents: [{ name: 'a.pdf', url: '/v1/media/a' }],
  location: { latitude: 18.5, longitude: 73.8 },
  createdAt: ago(9 * 24),
} as Outlet

describe('how long somebody has waited', () => {
  it.each([
    [0, '0 min'],
    [0.75, '45 min'],
    [1, '1 h'],
    [23.9, '23 h'],
    [24, '1 d'],
    [9 * 24 + 5, '9 d'],
    [-1, '0 min'],
  ])('%s hours: %s', (hours, text) => expect(waitingText(ago(hours), NOW)).toBe(text))
  it('is late from five days on', () => {
    expect([isLate(ago(5 * 24), NOW), isLate(ago(5 * 24 - 0.1), NOW)]).toEqual([true, false])
    expect(lateText([{ createdAt: ago(200) }, { createdAt: ago(2) }], NOW)).toBe('1 over 5 days')
    expect(lateText([{ createdAt: ago(2) }], NOW)).toBeNull()
    expect([queueText(14, ago(9 * 24), NOW), queueText(0, undefined, NOW)]).toEqual(['14 waiting, the oldest for 9 d', 'Nobody is waiting'])
  })
})

describe('the checks of an application', () => {
  it('find nothing in a good one, also without a GST number', () => {
    expect(toLookAt(checksOf(fine))).toBe(0)
    expect(toLookAt(checksOf({ ...fine, gstNumber: '27AAHCK4512M1ZB' }))).toBe(0)
  })
  it.each([
    ['an address that nobody has confirmed', { emailConfirmed: false }, 'Email not confirmed'],
    ['an address of another account', { addressTaken: true }, 'Email belongs to another account'],
    ['a partner without its address', { partnerAddressTaken: true }, 'Partner’s email belongs to another account'],
    ['a wrong check character', { gstNumber: '27AAHCK4512M1ZC' }, 'GSTIN 27AAHCK4512M1ZC'],
    ['no licence', { fssaiNumber: '' }, 'No FSSAI number'],
    ['a licence of 13 digits', { fssaiNumber: '1152403100021' }, 'FSSAI 1152403100021'],
    ['no documents', { documents: [] }, 'No documents'],
    ['no place', { location: null }, 'No place on the map'],
  ])('name %s first', (_name, change, title) => {
    const checks = checksOf({ ...fine, ...change } as Outlet)
    expect([toLookAt(checks), checks[0]?.title]).toEqual([1, title])
  })
})

describe('a restaurant that is there already', () => {
  const there = [{ establishment_name: 'Pav Bhaji Corner', address: 'Shop 4, Spine Road, PCMC, Pune 411019' }]
  it.each([
    ['pav bhaji  corner', 'Shop 4 Spine Road PCMC Pune', true],
    ['Pav Bhaji Corner', 'SHOP 4, SPINE ROAD, PCMC, PUNE 411019.', true],
    ['Pav Bhaji Corner', 'Shop 40, Spine Road, PCMC, Pune', false],
    ['Pav Bhaji', 'Shop 4, Spine Road, PCMC, Pune 411019', false],
    ['', 'Shop 4, Spine Road, PCMC, Pune 411019', false],
    ['Pav Bhaji Corner', '', false],
  ])('%s at %s: %s', (name, address, same) => expect(sameAs({ name, address }, there) !== null).toBe(same))
})

describe('the dashboard', () => {
  it('lists applications and claims together, the oldest first, each with its address', () => {
    const claim = { _id: 'c1', restaurantName: 'Udupi Sagar', hasOwner: true, createdAt: ago(100) } as Claim
    const queue = queueOf([{ ...fine, _id: 'r2', createdAt: ago(3) }, fine], [claim])
    expect(queue.map(({ name, warning, to }) => [name, warning, to])).toEqual([
      ['Kokan Kitchen', null, '/backoffice/pending?restaurant=r1'],
      ['Udupi Sagar', 'Has an owner', '/backoffice/claims?claim=c1'],
      ['Kokan Kitchen', null, '/backoffice/pending?restaurant=r2'],
    ])
  })
  it('names a claim whose restaurant was removed as one that is to be looked at', () => {
    const claim = { _id: 'c1', restaurantName: '', hasOwner: false, createdAt: ago(100) } as Claim
    expect(queueOf([], [claim])).toMatchObject([{ name: 'Removed restaurant', warning: 'Removed' }])
  })
  it('shows fourteen days up to today, also those without a sale, and one after it where something was sold', () => {
    const day = (bucket: string, orders: number) => ({ bucket, orders, sales: orders * 100 })
    const days = lastDays([day('2026-10-30', 9), day('2026-11-20', 5), day('2026-11-22', 1)], '2026-11-21')
    expect([days.length, days[0]?.bucket, days.at(-1)?.bucket]).toEqual([15, '2026-11-08', '2026-11-22'])
    expect(days.reduce((sum, { orders }) => sum + orders, 0)).toBe(6)
    expect([ordersOn(days, '2026-11-20'), ordersOn(days, '2026-11-21')]).toEqual([5, 0])
  })
})

it('a partner’s state follows from the outlets', () => {
  const outlet = (approvalStatus: string) => ({ _id: approvalStatus, establishment_name: 'A', approvalStatus })
  expect(stateOf({ outlets: [] }).word).toBe('No outlets')
  expect(stateOf({ outlets: [outlet('pending')] }).word).toBe('Pending')
  expect(stateOf({ outlets: [outlet('pending'), outlet('approved')] }).word).toBe('Live')
  expect(stateOf({ outlets: [outlet('approved')], addressTaken: true }).word).toBe('Email taken')
})

it('a password is new each time, long, and has no letters that can be confused', () => {
  const made = Array.from({ length: 50 }, newPassword)
  expect(new Set(made).size).toBe(50)
  for (const password of made) expect(password).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
})

describe('a claim beside the listing', () => {
  const verdicts = (claim: [mobile: string, email: string], listing: [phone: string, url: string]) =>
    besideListing(
      { mobile_number: claim[0], email: claim[1] },
      { international_phone_number: listing[0], url: listing[1], address: '' },
    ).map(({ verdict }) => verdict)

  it.each([
    [
      ['98220 51436', 'geeta@pavbhaji.example'],
      ['+91 98220 51436', 'https://www.pavbhaji.example/menu'],
      ['same', 'same'],
    ],
    [
      ['9822051436', 'geeta@mail.pavbhaji.example'],
      ['098220-51436', 'pavbhaji.example'],
      ['same', 'same'],
    ],
    [
      ['9822051437', 'geeta@gmail.com'],
      ['+91 98220 51436', 'https://pavbhaji.example'],
      ['other', 'other'],
    ],
    // The same digits in another country are another number, and a longer name that ends alike is another owner's.
    [
      ['+44 98220 51436', 'geeta@notpavbhaji.example'],
      ['+91 98220 51436', 'pavbhaji.example'],
      ['other', 'other'],
    ],
    [
      ['9822051436', 'geeta@gmail.com'],
      ['', ''],
      ['none', 'none'],
    ],
    [
      ['9822051436', 'geeta@gmail.com'],
      ['', 'http://'],
      ['none', 'none'],
    ],
  ] as const)('%j and %j: %j', (claim, listing, expected) => expect(verdicts([...claim], [...listing])).toEqual(expected))
})
