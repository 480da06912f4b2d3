import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { preload } from '../begin.ts'

export type SidebarLink = { path: string; label: string; icon: LucideIcon; unread?: boolean; count?: number }

/** The column at the left edge: a head of 56, the links, and a footer. `wide` shows labels beside the icons. */
export function Sidebar({
  wide,
  dense = false,
  head,
  links,
  foot,
}: {
  wide: boolean
  /** Links of 32 for a mouse: the back office. */
  dense?: boolean
  head: ReactNode
  links: readonly SidebarLink[]
  foot?: ReactNode
}) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const current = links.findIndex(({ path }) => `${pathname}/`.startsWith(`${path}/`))
  // On a low screen the links scroll.
  useEffect(() => {
    // In braces: since Chromium 150 it returns a promise, and React would call that as a clean-up.
    nav.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <aside
      aria-label="Sidebar"
      className={cx('flex min-h-0 flex-col border-r border-hairline pb-2 max-md:hidden', wide ? 'px-3' : 'items-center px-2')}
    >
      {head}
      <nav
        ref={nav}
        aria-label="Pages"
        className={cx(
          'scroll-quiet flex min-h-0 flex-1 flex-col gap-0.5 overflow-x-clip overflow-y-auto',
          wide ? '-mx-3 px-3' : '-mx-2 items-center px-2',
        )}
      >
        {links.map((link) => (
          <SideLink key={link.path} link={link} wide={wide} dense={dense} />
        ))}
      </nav>
      {foot}
    </aside>
  )
}

function SideLink({
  link: { path, label, icon: Icon, unread = false, count = 0 },
  wide,
  dense,
}: {
  link: SidebarLink
  wide: boolean
  dense: boolean
}) {
  const link = (
    <NavLink
      to={path}
      onPointerEnter={() => preload(path)}
      className={cx(
        'relative flex flex-none items-center rounded-control text-14 font-medium text-muted hover:bg-raised focus-visible:-outline-offset-2 aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text',
        'group/link pointer-coarse:h-12',
        dense ? 'h-8' : 'h-10',
        wide ? 'gap-3 px-3' : 'w-12 justify-center',
      )}
    >
      {/* The accent bar marks the current page. */}
      <span
        aria-hidden="true"
        className={cx(
          'absolute hidden w-0.75 rounded-r-[3px] bg-accent group-aria-[current=page]/link:block',
          wide ? 'inset-y-2 -left-3' : 'inset-y-2.5 -left-2',
        )}
      />
      <Icon aria-hidden="true" />
      <span className={wide ? 'truncate' : 'sr-only'}>{label}</span>
      {count > 0 ? <Count value={count} max={999} className="ml-auto" /> : null}
      {unread ? <UnreadDot className={wide ? 'ml-auto' : 'absolute top-2.5 right-2.5 ring-2 ring-bg'} /> : null}
    </NavLink>
  )
  return wide ? (
    link
  ) : (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}

/** A dot for something new; `says` is its text for screen readers. */
export function UnreadDot({ className, says = ', new' }: { className?: string; says?: string }) {
  return (
    <span className={cx('size-2 flex-none rounded-full bg-accent', className)}>
      <span className="sr-only">{says}</span>
    </span>
  )
}
