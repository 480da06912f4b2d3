import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ROLE_NAMES } from '#domain/roles.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { menuFor } from '../pages.ts'
import { signOut, useUser } from '#web/core/session.ts'
import { showShortcuts, useSingleKeys } from '../shortcuts.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { useVisitor } from '../useVisitor.ts'
import { useMediaQuery } from '#web/ui/hooks.ts'

/** Who is signed in; theme, shortcuts, the other pages where the shell has no menu of its own, and "Sign out". */
export function UserMenu({
  pages = false,
  compact = false,
  extra = [],
  theme = true,
}: {
  pages?: boolean
  compact?: boolean
  extra?: readonly MenuEntry[]
  theme?: boolean
}) {
  const user = useUser()
  const who = useVisitor()
  const navigate = useNavigate()
  const [mode] = useTheme()
  const [single, setSingle] = useSingleKeys()
  const keyboard = useMediaQuery('(pointer: fine)')
  const others = pages ? menuFor(who).filter((p) => !location.pathname.startsWith(p.path)) : []
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="inline-flex h-12 flex-none items-center gap-2 rounded-control px-2 text-14 whitespace-nowrap hover:bg-raised aria-expanded:bg-raised"
        >
          <span className="sr-only">User menu: </span>
          <Avatar name={user.name} />
          {compact ? (
            <span className="sr-only">
              {user.name} {ROLE_NAMES[user.role]}
            </span>
          ) : (
            <span className="flex min-w-0 items-baseline gap-2 max-lg:sr-only">
              <span className="max-w-40 truncate font-medium">{user.name}</span>
              <span className="text-muted">{ROLE_NAMES[user.role]}</span>
            </span>
          )}
        </button>
      }
      items={[
        { heading: `${user.name} · ${user.email}` },
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
        { label: 'Sign out', icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    />
  )
}
