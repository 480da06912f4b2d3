import { CircleUserRound, Keyboard, LogOut, Monitor, Moon, RefreshCw, Store, Sun } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { familyOf } from '#domain/roles.ts'
import { signOut, useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { isUnfinished, useSignOutWaits, WAITS } from '#web/core/unfinished.ts'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { menuFor } from '../pages.ts'
import { showShortcuts, useSingleKeys } from '../shortcuts.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { update, UPDATE_READY, useUpdateReady } from '../update.ts'
import { useVisitor } from '../useVisitor.ts'
import { useAddedEntries } from './menuEntries.ts'
import type { OpenedProps } from './OpensOnPress.tsx'
import type { UserMenuProps } from './UserMenu.tsx'

/** The user menu, opened. */
export default function UserMenuEntries({
  trigger,
  pages = false,
  extra: own = [],
  theme = true,
}: Omit<UserMenuProps, 'compact'> & OpenedProps) {
  const [open, setOpen] = useState(true)
  const extra = [...useAddedEntries(), ...own]
  const user = useUser()
  const family = familyOf(user.role)
  const who = useVisitor()
  const navigate = useNavigate()
  const [mode] = useTheme()
  const newer = useUpdateReady()
  const waits = useSignOutWaits()
  const [single, setSingle] = useSingleKeys()
  const keyboard = useMediaQuery('(pointer: fine)')
  const others = pages ? menuFor(who).filter((p) => !location.pathname.startsWith(p.path)) : []
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      items={[
        { heading: `${user.name} · ${user.email}` },
        newer && { label: UPDATE_READY, icon: <RefreshCw />, onSelect: update },
        newer && 'separator',
        ...(others.length > 0
          ? [
              ...others.map(({ path, menu: { label, icon: Icon } }): MenuEntry => ({
                key: path,
                label,
                icon: <Icon />,
                onSelect: () => void navigate(path),
              })),
              'separator' as const,
            ]
          : []),
        ...extra,
        ...(extra.length > 0 ? ['separator' as const] : []),
        ...(theme
          ? ([
              { label: 'Light', icon: <Sun />, checked: mode === 'light', onSelect: () => setTheme('light') },
              { label: 'Dark', icon: <Moon />, checked: mode === 'dark', onSelect: () => setTheme('dark') },
              { label: 'As on this device', icon: <Monitor />, checked: mode === 'system', onSelect: () => setTheme('system') },
              'separator',
            ] satisfies MenuEntry[])
          : []),
        keyboard && { label: 'Keyboard shortcuts', icon: <Keyboard />, kbd: '?', onSelect: () => setTimeout(showShortcuts) },
        keyboard && { label: 'Single-key shortcuts', icon: <Keyboard />, checked: single, onSelect: () => setSingle(!single) },
        keyboard && 'separator',
        family === 'restaurant' &&
          user.partnerId !== null &&
          !location.pathname.startsWith(to.partnerDashboard()) && {
            label: 'All outlets',
            icon: <Store />,
            onSelect: () => void navigate(to.partnerDashboard()),
          },
        family !== 'diner' && { label: 'Your account', icon: <CircleUserRound />, onSelect: () => void navigate(to.account(family)) },
        { label: 'Sign out', icon: <LogOut />, disabledReason: waits ? WAITS : null, stays: isUnfinished, onSelect: () => void signOut() },
      ]}
    />
  )
}
