import { ChevronsLeft, ChevronsRight, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useUnread } from '#web/core/unread.ts'
import { preload } from '#web/app/begin.ts'
import { menuFor } from '#web/app/pages.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { useProfile } from '#web/core/profile.ts'
import { useUser } from '#web/core/session.ts'
import { useTitle } from '#web/app/title.ts'
import { readCookie, writeCookie } from '#web/core/tokens.ts'
import { AlertBell } from './AlertBell.tsx'
import { ConnectionPill } from '#web/app/shell/ConnectionPill.tsx'
import { Notices, SoundUnlock } from './Notices.tsx'
import { PageOutlet, SkipLink, StaffServices } from './PageFrame.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'

const NAVBAR = 'tawa_navbar'
/** Screens that need all the width there is: as the pictures show them, beside a narrow sidebar. */
const WORKING = /^\/restaurant\/(pos|orders|tables)\b/

/** The navbar flag (SPEC §2): true is wide. Without a cookie, the window and the page decide. */
function useWide(): [boolean, (wide: boolean) => void] {
  const [chosen, setChosen] = useState(() => readCookie(NAVBAR))
  const room = useMediaQuery('(min-width: 1280px)')
  const plenty = useMediaQuery('(min-width: 1600px)')
  const { pathname } = useLocation()
  const wide = chosen === undefined ? (WORKING.test(pathname) ? plenty : room) : chosen === 'true'
  return [
    wide,
    (next) => {
      writeCookie(NAVBAR, String(next), 365)
      setChosen(String(next))
    },
  ]
}

/** Sidebar 232 or 64, header 56. The page is a column below it: let its root grow with `flex-1`, and `min-h-0` where it scrolls in itself. */
export default function StaffShell() {
  const [wide, setWide] = useWide()
  const [menu, setMenu] = useState(false)
  const user = useUser()
  const profile = useProfile()
  const unread = useUnread()
  const title = useTitle()
  const pages = menuFor(useVisitor())
  const name = profile?.establishment_name ?? user.restaurantName ?? 'Tawa'

  const toggle = () => setWide(!wide)

  return (
    <SlotProvider>
      <SkipLink />
      <StaffServices />
      <div
        className={cx(
          'grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden',
          wide ? 'md:grid-cols-[232px_minmax(0,1fr)]' : 'md:grid-cols-[64px_minmax(0,1fr)]',
        )}
      >
        <aside
          aria-label="Sidebar"
          className={cx('flex min-h-0 flex-col border-r border-hairline pb-2 max-md:hidden', wide ? 'px-3' : 'items-center px-2')}
        >
          <div className={cx('mb-2 flex h-14 flex-none items-center', wide && 'gap-3 px-1')}>
            <b aria-hidden="true" className="grid size-8 flex-none place-items-center rounded-control bg-primary font-bold text-on-primary">
              T
            </b>
            {wide ? (
              <span className="min-w-0 text-14 font-semibold">
                <span className="block truncate">{name}</span>
                {profile?.address ? (
                  <small className="block truncate text-12 font-normal text-muted">{profile.address.split(',').slice(-2)[0]?.trim()}</small>
                ) : null}
              </span>
            ) : null}
          </div>
          <nav
            aria-label="Pages"
            className={cx(
              'scroll-quiet flex min-h-0 flex-1 flex-col overflow-x-clip overflow-y-auto',
              wide ? '-mx-3 gap-0.5 px-3' : '-mx-2 items-center gap-1 px-2',
            )}
          >
            {pages.map((page) => (
              <SideLink key={page.path} page={page} wide={wide} unread={page.menu.unread ? unread[page.menu.unread] : false} />
            ))}
          </nav>
          {wide ? (
            <button
              type="button"
              onClick={toggle}
              className="flex h-10 items-center gap-3 rounded-control px-3 text-14 font-medium text-muted hover:bg-raised pointer-coarse:h-12"
            >
              <ChevronsLeft aria-hidden="true" />
              Collapse
            </button>
          ) : (
            <IconButton label="Expand menu" tooltipSide="right" icon={<ChevronsRight />} onClick={toggle} className="text-muted" />
          )}
        </aside>
        <div className="flex min-h-0 min-w-0 flex-col">
          <header className="flex h-14 flex-none items-center gap-1 border-b border-hairline bg-surface pr-2 pl-4 max-md:pl-1">
            <IconButton
              label="Open navigation"
              icon={<MenuIcon className="size-6" />}
              onClick={() => setMenu(true)}
              className="md:hidden"
            />
            <SlotPlace name="header" className="peer/slot flex min-w-0 flex-1 items-center" />
            <h1 className="min-w-0 flex-1 truncate text-18 font-semibold peer-[:not(:empty)]/slot:sr-only">{title}</h1>
            <SlotPlace name="actions" className="flex flex-none items-center gap-1" />
            <SoundUnlock className="text-muted! max-md:hidden" />
            <ConnectionPill />
            <AlertBell />
            <UserMenu />
          </header>
          <Notices />
          <main id="main" tabIndex={-1} className="scroll-quiet relative flex min-h-0 min-w-0 flex-1 flex-col overflow-auto outline-none">
            <PageOutlet />
          </main>
        </div>
      </div>
      <Sheet open={menu} onOpenChange={setMenu} title={name} bodyClassName="p-2">
        <nav aria-label="Pages" className="grid gap-1">
          {pages.map(({ path, menu: { label, icon: Icon, unread: flag } }) => (
            <NavLink
              key={path}
              to={path}
              onClick={() => setMenu(false)}
              className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium text-muted hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              <Icon aria-hidden="true" />
              {label}
              {flag && unread[flag] ? <UnreadDot className="ml-auto" /> : null}
            </NavLink>
          ))}
        </nav>
      </Sheet>
    </SlotProvider>
  )
}

function SideLink({
  page: {
    path,
    menu: { label, icon: Icon },
  },
  wide,
  unread,
}: {
  page: ReturnType<typeof menuFor>[number]
  wide: boolean
  unread: boolean
}) {
  const link = (
    <NavLink
      to={path}
      onPointerEnter={() => preload(path)}
      className={cx(
        'relative flex flex-none items-center rounded-control text-14 font-medium text-muted hover:bg-raised focus-visible:-outline-offset-2 aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text',
        wide ? 'h-10 gap-3 px-3 pointer-coarse:h-12' : 'size-12 justify-center',
        'group/link',
      )}
    >
      {/* Coral says: chosen. It stands at the very edge of the screen. */}
      <span
        aria-hidden="true"
        className={cx(
          'absolute hidden w-0.75 rounded-r-[3px] bg-accent group-aria-[current=page]/link:block',
          wide ? 'inset-y-2 -left-3' : 'inset-y-2.5 -left-2',
        )}
      />
      <Icon aria-hidden="true" />
      <span className={wide ? 'truncate' : 'sr-only'}>{label}</span>
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

function UnreadDot({ className }: { className?: string }) {
  return (
    <span className={cx('size-2 flex-none rounded-full bg-accent', className)}>
      <span className="sr-only">, new</span>
    </span>
  )
}
