import { NavLink, useLocation } from 'react-router'
import { Count } from '#web/ui/Count.tsx'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { preload } from '#web/app/begin.ts'
import { tabsFor } from '#web/app/pages.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { to } from '#web/core/to.ts'
import { useTitle } from '#web/app/title.ts'
import { ConnectionPill } from '#web/app/shell/ConnectionPill.tsx'
import { Notices, SoundUnlock } from '#web/shared/shell/Notices.tsx'
import { NeedsNews } from '#web/shared/shell/NeedsNews.tsx'
import { StaffServices } from '#web/shared/shell/StaffServices.tsx'
import { useNeeds } from '#web/shared/shell/useNeeds.ts'
import { Main, SkipLink } from '#web/app/shell/page.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'

/** Header 56, the page, a slot for the cart bar, bottom bar 64: made for one-handed use. */
export default function CaptainShell() {
  const title = useTitle()
  const { needs } = useNeeds()
  const waiting = needs?.filter((need) => !need.taken).length ?? 0
  const atHome = useLocation().pathname === to.captain()
  const tabs = tabsFor('captain', useVisitor())
  return (
    <SlotProvider>
      <SkipLink />
      <StaffServices />
      <div className="flex h-dvh flex-col overflow-hidden">
        <header className="group/head flex h-14 flex-none items-center gap-1 border-b border-hairline bg-surface pr-2 pl-4 has-[[data-header]]:pl-1">
          <SlotPlace name="header" className="peer/slot flex min-w-0 flex-1 items-center" />
          <h1 className="min-w-0 flex-1 truncate text-20 font-semibold peer-[:not(:empty)]/slot:sr-only">{title}</h1>
          <SlotPlace name="actions" className="flex flex-none items-center" />
          <SoundUnlock className="text-muted!" />
          {/* The label is hidden on phones when a page has controls in the header. */}
          <ConnectionPill words className="group-has-[[data-header]]/head:max-sm:[&>span:last-child]:sr-only" />
          <UserMenu pages compact />
        </header>
        <Notices />
        <NeedsNews needs={needs} inView={atHome} />
        <div className="relative flex min-h-0 flex-1 flex-col">
          <Main className="overflow-x-hidden overflow-y-auto" />
          <SnackPlace from="bottom" className="inset-2" />
        </div>
        <SlotPlace name="cart" className="flex-none border-t border-hairline bg-surface" />
        <nav
          aria-label="Captain"
          className="grid h-[calc(64px+env(safe-area-inset-bottom))] flex-none auto-cols-fr grid-flow-col border-t border-hairline bg-surface pb-[env(safe-area-inset-bottom)]"
        >
          {tabs.map(({ path, tab: { label, icon: Icon } }) => (
            <NavLink
              key={path}
              to={path}
              end
              onPointerEnter={() => preload(path)}
              className="relative flex flex-col items-center justify-center gap-0.5 text-12 font-medium text-muted focus-visible:-outline-offset-4 aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_3px_var(--accent)]"
            >
              <Icon className="size-6!" aria-hidden="true" />
              {label}
              {path === to.captain() && waiting > 0 ? (
                <Count
                  value={waiting}
                  tone="danger"
                  label={`, ${waiting} ${waiting === 1 ? 'needs' : 'need'} a person`}
                  className="absolute top-1.5 left-1/2 ml-1.5 ring-2 ring-surface"
                />
              ) : null}
            </NavLink>
          ))}
        </nav>
      </div>
    </SlotProvider>
  )
}
