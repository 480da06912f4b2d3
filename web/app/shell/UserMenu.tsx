import { ROLE_NAMES } from '#domain/roles.ts'
import { useUpdateReady } from '#web/app/update.ts'
import { useUser } from '#web/core/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { opensOnPress } from './OpensOnPress.tsx'
import { UnreadDot } from './Sidebar.tsx'

export type UserMenuProps = {
  /** Lists the other pages, for a shell that has no menu of its own. */
  pages?: boolean
  compact?: boolean
  extra?: readonly MenuEntry[]
  /** Offers the theme; left out where the shell sets it. */
  theme?: boolean
}

const Opened = opensOnPress<Omit<UserMenuProps, 'compact'>>('menu', () => import('./UserMenuEntries.tsx'))

/** Who is signed in; theme, shortcuts, the other pages where the shell has no menu of its own, and "Sign out". */
export function UserMenu({ compact = false, ...rest }: UserMenuProps) {
  const user = useUser()
  const newer = useUpdateReady()
  return (
    <Opened
      {...rest}
      trigger={
        <button
          type="button"
          className="relative inline-flex h-12 flex-none items-center gap-2 rounded-control px-2 text-14 whitespace-nowrap hover:bg-raised aria-expanded:bg-raised"
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
          {newer ? <UnreadDot says=", new version ready" className="absolute top-2 left-8 ring-2 ring-surface" /> : null}
        </button>
      }
    />
  )
}
