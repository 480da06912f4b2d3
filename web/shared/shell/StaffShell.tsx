import { ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { menuFor, screenAt } from '#web/app/pages.ts'
import { ConnectionPill } from '#web/app/shell/ConnectionPill.tsx'
import { NavButton } from '#web/app/shell/NavButton.tsx'
import { Main, Sign, SkipLink } from '#web/app/shell/page.tsx'
import { Sidebar } from '#web/app/shell/Sidebar.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UpdateNotice } from '#web/app/shell/UpdateNotice.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { useTitle } from '#web/app/title.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { useUnread } from '#web/core/unread.ts'
import { useProfile } from '#web/core/profile.ts'
import { useUser } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { readCookie, writeCookie } from '#web/core/tokens.ts'
import { cx } from '#web/ui/cx.ts'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { AlertBell } from './AlertBell.tsx'
import { Notices, SoundUnlock } from './Notices.tsx'
import { NeedsNews } from './NeedsNews.tsx'
import { NeedsRail } from './NeedsRail.tsx'
import { PrinterPlace } from './PrinterPlace.tsx'
import { StaffServices } from './StaffServices.tsx'
import { useNeeds } from './useNeeds.ts'

const NAVBAR = 'tawa_navbar'

/** The navbar flag (SPEC §2): true means wide. Without a cookie, the window's width and the page decide. */
function useWide(): [boolean, (wide: boolean) => void] {
  const [chosen, setChosen] = useState(() => readCookie(NAVBAR))
  const room = useMediaQuery('(min-width: 1280px)')
  const plenty = useMediaQuery('(min-width: 1600px)')
  const { pathname } = useLocation()
  // The settings have a list of their own beside it.
  const full = screenAt(pathname)?.fullWidth || pathname.startsWith(to.settings())
  const wide = chosen === undefined ? (full ? plenty : room) : chosen === 'true'
  return [
    wide,
    (next) => {
      writeCookie(NAVBAR, String(next), 365)
      setChosen(String(next))
    },
  ]
}

/** Sidebar 232 or 64, header 56. The page is a flex column below the header: its root needs `flex-1`, and `min-h-0` if it scrolls itself. */
export default function StaffShell() {
  const [wide, setWide] = useWide()
  const user = useUser()
  const profile = useProfile()
  const unread = useUnread()
  const title = useTitle()
  const links = menuFor(useVisitor()).map(({ path, menu: { label, icon, unread: flag } }) => ({
    path,
    label,
    icon,
    unread: flag ? unread[flag] : false,
  }))
  const { shown, needs, unknown } = useNeeds()
  // At 200% zoom the page needs the height: there the bell lists what needs a person.
  const high = useMediaQuery('(min-height: 500px)')
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
        <Sidebar
          wide={wide}
          links={links}
          head={
            <div className={cx('mb-2 flex h-14 flex-none items-center', wide && 'gap-3 px-1')}>
              <Sign />
              {wide ? (
                <span className="min-w-0 text-14 font-semibold">
                  <span className="block truncate">{name}</span>
                  {profile?.address ? (
                    <small className="block truncate text-12 font-normal text-muted">
                      {profile.address.split(',').slice(-2)[0]?.trim()}
                    </small>
                  ) : null}
                </span>
              ) : null}
            </div>
          }
          foot={
            wide ? (
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
            )
          }
        />
        <div className="flex min-h-0 min-w-0 flex-col">
          <header className="relative flex h-14 flex-none items-center gap-1 border-b border-hairline bg-surface pr-2 pl-4 max-md:pl-1">
            <NavButton title={name} links={links} />
            {/* Snackbars cover the title for a moment; where that is too narrow, the whole header. */}
            <div className="flex min-w-0 flex-1 items-center self-stretch lg:relative">
              <SlotPlace name="header" className="peer/slot flex min-w-0 flex-1 items-center" />
              <h1 className="min-w-0 flex-1 truncate text-18 font-semibold peer-[:not(:empty)]/slot:sr-only">{title}</h1>
              <SnackPlace from="top" className="inset-x-2 top-1 bottom-1 lg:inset-x-0" />
            </div>
            {/* Before the actions, so that none of them moves under a finger. */}
            <UpdateNotice />
            <SlotPlace name="actions" className="flex flex-none items-center gap-1" />
            <SoundUnlock className="text-muted! max-md:hidden" />
            <ConnectionPill />
            <PrinterPlace />
            {shown ? <AlertBell needs={needs} unknown={unknown} /> : null}
            <UserMenu />
          </header>
          <Notices />
          <NeedsNews needs={needs} inView={high} />
          {shown && high ? <NeedsRail needs={needs} unknown={unknown} /> : null}
          <Main />
        </div>
      </div>
    </SlotProvider>
  )
}
