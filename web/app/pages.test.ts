import { describe, expect, it } from 'vitest'
import { canOpen, pageOf } from '#domain/permissions.ts'
import { STAFF_ROLES } from '#domain/roles.ts'
import { loadScreens, menuFor, screenAt, switchedOn, tablePath, tabsFor } from './pages.ts'
import { to } from '#web/core/to.ts'
import { screens as onboarding } from './screens/onboarding.ts'
import { screens as partner } from './screens/partner.ts'
import { ALL_SCREENS } from './test/screens.ts'

const as = (role: 'superuser' | 'waiter' | 'kitchen' | 'delivery' | 'mobileAdmin', switches = {}) => ({ role, permissions: null, switches })

describe('the table of screens', () => {
  it('has each path once', () => {
    expect(new Set(ALL_SCREENS.map((s) => s.path)).size).toBe(ALL_SCREENS.length)
  })
  it('gives every staff page a path known to the permissions, so that none but the own account is open to everybody', () => {
    for (const { path, shell } of ALL_SCREENS) {
      if (shell === 'signIn' || !path.startsWith('/restaurant')) continue
      // One below the settings that SPEC doesn't name is opened by who may open the settings.
      const isTheirs = pageOf(path) === path || (shell === 'settings' && pageOf(path) === to.settings())
      expect(isTheirs, `${path} needs its entry in STAFF_PAGES of domain/permissions.ts`).toBe(path !== to.account())
    }
  })
  it('has no page that no role may open', () => {
    for (const { path, shell } of ALL_SCREENS)
      if (shell !== 'signIn' && path.startsWith('/restaurant'))
        expect(
          STAFF_ROLES.some((role) => canOpen({ role }, path, null).ok),
          path,
        ).toBe(true)
  })
})

describe('a path', () => {
  it('finds its page as the router does, ignoring case and a trailing slash', () => {
    expect(screenAt('/Restaurant/POS/')?.title).toBe('Point of sale')
    expect(screenAt('/restaurant/pos/nowhere')).toBeUndefined()
  })
  it('of an area with a table of its own is known once one of its addresses was opened', async () => {
    expect(await loadScreens('/restaurant/pos')).toEqual([])
    expect(await loadScreens('/Partner/signup')).toBe(onboarding)
    expect(await loadScreens('/PARTNER')).toBe(partner)
    const known = () => ['/restaurant/settings/tax', '/restaurant/login', '/login'].map((path) => screenAt(path)?.title)
    expect(known()).toEqual([undefined, undefined, undefined])
    for (const path of ['/restaurant/settings/nowhere', '/login', '/partner/login']) await loadScreens(path)
    expect(known()).toEqual(['Tax', 'Sign in to your restaurant', 'Sign in'])
    const { length } = tabsFor('settings', as('superuser'))
    await loadScreens('/restaurant/settings/nowhere')
    expect(tabsFor('settings', as('superuser'))).toHaveLength(length)
    for (const screen of [...onboarding, ...partner]) expect(screenAt(screen.path.replaceAll(':', 'x'))).toBe(screen)
  })
  it('is closed while the restaurant’s switch for it is off', () => {
    expect(switchedOn('/restaurant/tables/', { isTableEnabled: false })).toBe(false)
    expect(switchedOn('/restaurant/captain/menu', { isCaptainEnabled: false })).toBe(false)
    for (const page of ['tables', 'menu']) expect(switchedOn(`/restaurant/captain/${page}`, { isTableEnabled: false })).toBe(false)
    for (const page of ['tables', 'menu']) expect(switchedOn(`/restaurant/captain/${page}`, { isCaptainEnabled: false })).toBe(false)
    expect(switchedOn('/restaurant/captain/orders', { isTableEnabled: false })).toBe(true)
    expect(switchedOn('/restaurant/tables', undefined)).toBe(true)
  })
})

describe('the menu', () => {
  const labels = (who: Parameters<typeof menuFor>[0]) => menuFor(who).map((s) => s.menu.label)
  it('shows what the role may open, in the order of the table', () => {
    expect(labels(as('superuser')).slice(0, 6)).toEqual(['Dashboard', 'POS', 'Orders', 'Kitchen', 'Tables', 'Captain'])
    expect(labels(as('kitchen'))).toEqual(['Kitchen', 'Inventory'])
    expect(labels(as('delivery'))).toEqual(['Orders'])
    expect(labels(as('mobileAdmin'))).toEqual(expect.arrayContaining(['App listing', 'Marketing']))
    expect(labels(as('superuser'))).not.toContain('App listing')
  })
  it('leaves out what the restaurant has switched off or closed to the role', () => {
    expect(labels(as('superuser', { isTableEnabled: false, isCaptainEnabled: false }))).not.toContain('Tables')
    expect(labels(as('superuser', { isTableEnabled: false, isCaptainEnabled: false }))).not.toContain('Captain')
    expect(labels({ ...as('superuser'), permissions: { '/restaurant/orders': [] } })).not.toContain('Orders')
  })
  it('gives the mobile POS its bottom bar', () =>
    expect(tabsFor('mobile', as('waiter')).map((s) => s.tab.label)).toEqual(['Home', 'Menu', 'Order', 'Orders']))
  it('gives the captain a bottom bar, without tables where there are none', () => {
    const tabs = (switches = {}) => tabsFor('captain', as('waiter', switches)).map((s) => s.tab.label)
    expect(tabs()).toEqual(['Home', 'Tables', 'Menu', 'Orders'])
    expect(tabs({ isTableEnabled: false })).toEqual(['Home', 'Orders'])
  })
})

it('opens a table at the counter, on the captain’s phone for a waiter, and nowhere for the kitchen', () => {
  expect(tablePath('superuser', null, 't7')).toBe('/restaurant/pos?table=t7')
  expect(tablePath('waiter', null, 't7')).toBe('/restaurant/captain/menu?table=t7')
  expect(tablePath('kitchen', null, 't7')).toBeNull()
})
