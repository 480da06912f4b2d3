import { describe, expect, it } from 'vitest'
import {
  type Actor,
  employeeRefusal,
  headNote,
  headOfAfter,
  mustBeOnlyOne,
  mustNotBeSelf,
  nameBeside,
  mustOutrank,
  type Person,
  rolesToGive,
} from './employee.ts'
import { type Role, STAFF_ROLES } from './roles.ts'

const may = (role: Role, target: Role, entered = false) => {
  try {
    mustOutrank({ accountId: 'a', role, entered }, target)
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'role_above' })
    return false
  }
}

describe('nobody gives, changes or removes a role above their own', () => {
  it.each([
    ['superuser', STAFF_ROLES],
    ['managerialHead', STAFF_ROLES.filter((r) => r !== 'superuser')],
    ['generalManager', STAFF_ROLES.filter((r) => r !== 'superuser' && r !== 'managerialHead')],
    ['cashier', STAFF_ROLES.filter((r) => !['superuser', 'managerialHead', 'generalManager'].includes(r))],
  ] as const)('%s', (role, all) => expect(STAFF_ROLES.filter((target) => may(role, target))).toEqual(all))

  it.each(['partner', 'backoffice', 'admin'] as const)('%s who has entered the restaurant stands above every role', (role) =>
    expect(STAFF_ROLES.every((t) => may(role, t, true))).toBe(true),
  )

  it('the new role counts as well as the old one', () =>
    expect(() => mustOutrank({ accountId: 'a', role: 'generalManager', entered: false }, 'waiter', 'superuser')).toThrow(
      'Owner is a role above your own.',
    ))
})

it('nobody deactivates or removes themselves', () => {
  const me = { accountId: 'a', role: 'superuser', entered: false } as const
  expect(() => mustNotBeSelf(me, 'a', 'deactivate')).toThrow('You can’t deactivate yourself.')
  mustNotBeSelf(me, 'b', 'deactivate')
})

describe('why an employee button is disabled', () => {
  const owner: Person = { _id: 'o', role: 'superuser', isActive: true }
  const waiter: Person = { _id: 'w', role: 'waiter', isActive: true }
  const actor = (role: Role, accountId = 'a') => ({ accountId, role, entered: false })
  const all = [owner, waiter]

  it('roles above your own are not offered', () => {
    expect(rolesToGive(actor('superuser'))).toEqual(STAFF_ROLES)
    expect(rolesToGive(actor('generalManager'))).not.toContain('managerialHead')
    expect(rolesToGive({ ...actor('partner'), entered: true })).toEqual(STAFF_ROLES)
  })
  it('you can’t change someone with a higher role', () => {
    for (const what of ['change', 'change role', 'deactivate', 'activate', 'remove'] as const)
      expect(employeeRefusal(actor('generalManager'), what, owner, all)).toBe('Owner is a role above your own.')
    expect(employeeRefusal(actor('generalManager'), 'remove', waiter, all)).toBeNull()
  })
  it('you can change yourself, but not deactivate or remove yourself', () => {
    const second: Person = { ...owner, _id: 'second' }
    const me = actor('superuser', 'o')
    expect(employeeRefusal(me, 'change', owner, [owner, second])).toBeNull()
    expect(employeeRefusal(me, 'deactivate', owner, [owner, second])).toBe('You can’t deactivate yourself.')
    expect(employeeRefusal(me, 'remove', owner, [owner, second])).toBe('You can’t remove yourself.')
  })
  it('the last active owner keeps their role and place, until there is another active owner', () => {
    const admin = { ...actor('admin'), entered: true }
    const second: Person = { ...owner, _id: 'second', isActive: false }
    for (const what of ['change role', 'deactivate', 'remove'] as const) {
      expect(employeeRefusal(admin, what, owner, [...all, second])).toMatch(/last active owner/)
      expect(employeeRefusal(admin, what, owner, [...all, { ...second, isActive: true }])).toBeNull()
    }
    expect(employeeRefusal(admin, 'change', owner, all)).toBeNull()
    expect(employeeRefusal(admin, 'activate', second, [second])).toBeNull()
  })
})

it('nobody may have a name that looks like the one under which guests order', () => {
  for (const name of ['Diner', 'DINER', 'Dіner', ' di ner', 'DlNER', 'D1ner', 'Diner.', '“Diner”'])
    expect(() => mustBeOnlyOne(name, []), name).toThrow(/this name/)
  expect(() => mustBeOnlyOne('Diner 2', [])).not.toThrow()
  expect(nameBeside('diner', [])).toBe('diner 2')
})

it('nobody is called as screens show guests or as paper shows people whom it can’t spell, nor by signs alone', () => {
  for (const name of [
    'Guest',
    'GUEST',
    'Guest Ravi',
    'The guest',
    'a guest',
    '(Guest) Ravi',
    'Gu est',
    'Staff',
    'Staff 2',
    'st\u0430ff',
    '🙂',
    '—',
    '(.)',
  ])
    expect(() => mustBeOnlyOne(name, []), name).toThrow(/this name/)
  for (const name of ['Kim Guest', 'Guesta', 'Stafford', 'Staff Nurse Anu', 'स्नेहा', '李', 'A Gupta'])
    expect(() => mustBeOnlyOne(name, []), name).not.toThrow()
  expect(['Guest', 'Staff', '🙂', '(Partner)'].map((name) => nameBeside(name, [{ name: 'Owner Guest' }]))).toEqual([
    'Owner Guest 2',
    'Owner Staff',
    'Owner 🙂',
    'Partner',
  ])
})

describe('a managerial head', () => {
  const inside: Actor = { accountId: 'o', role: 'superuser', entered: false }
  const outside: Actor = { accountId: 'p', role: 'partner', entered: true }

  it('is appointed for the partner’s outlets from outside alone', () => {
    expect(headOfAfter(outside, 'p1', { role: 'managerialHead', password: 'x' })).toBe('p1')
    expect(headOfAfter(outside, null, { role: 'managerialHead' })).toBeNull()
    expect(headOfAfter(outside, 'p1', { role: 'waiter' })).toBeNull()
    expect(headOfAfter(inside, 'p1', { role: 'managerialHead' })).toBeNull()
  })
  it('stays one through a change from outside, or of their own, and not with a password or address of somebody of the outlet', () => {
    for (const given of [{ password: 'x' }, { email: 'x@test.test' }]) {
      expect(headOfAfter(outside, 'p1', { _id: 'h', ...given })).toBeUndefined()
      expect(headOfAfter({ ...inside, accountId: 'h' }, 'p1', { _id: 'h', ...given })).toBeUndefined()
      expect(headOfAfter(inside, 'p1', { _id: 'h', ...given })).toBeNull()
    }
    expect(headOfAfter(inside, 'p1', { _id: 'h' })).toBeUndefined()
  })
  it.each([
    [inside, null, 'They read this outlet only. If it belongs to a partner, the partner can let them read all outlets.'],
    [inside, true, 'They read all outlets of the partner. A new email or password from you ends that.'],
    [outside, null, 'If the outlet belongs to a partner, they read all outlets of the partner.'],
    [outside, false, 'They read this outlet only.'],
    [outside, true, 'They read all outlets of the partner.'],
  ] as const)('%o, who reads the other outlets: %s, is told: %s', (actor, readsGroup, note) => {
    const person = readsGroup === null ? null : { _id: 'h', role: 'managerialHead' as const, isActive: true, readsGroup }
    expect(headNote(actor, person, 'managerialHead')).toBe(note)
    expect(headNote(actor, person, 'cashier')).toBeNull()
  })
})
