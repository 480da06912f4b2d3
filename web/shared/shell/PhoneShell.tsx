import { useEffect } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Count } from '#web/ui/Count.tsx'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { preload } from '#web/app/begin.ts'
import { tabsFor } from '#web/app/pages.ts'
import type { Shell } from '#web/app/screens.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { useTitle } from '#web/app/title.ts'
import { ConnectionPill } from '#web/app/shell/ConnectionPill.tsx'
import { Main, SkipLink } from '#web/app/shell/page.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { NeedsNews } from './NeedsNews.tsx'
import { Notices, SoundUnlock } from './Notices.tsx'
import { StaffServices } from './StaffServices.tsx'
import { useNeeds } from './useNeeds.ts'

/** A number on a tab; `label` is read after the tab's name. */
type TabCount = { value: number; label: string; tone?: 'danger' }

/** Header 56, the page, a slot for the cart bar, bottom bar 64: made for one-handed use. `home` is the page that lists what needs a person. */
export function PhoneShell({
  shell,
  label,
  home,
  counts = {},
}: {
  shell: Shell
  label: string
  home: string
  counts?: Record<string, TabCount>
}) {
  const title = useTitle()
  const { needs } = useNeeds()
  const waiting = needs?.filter((need) => !need.taken).length ?? 0
  const atHome = useLocation().pathname === home
  const tabs = tabsFor(shell, useVisitor())
  // Loaded ahead, because a phone may lose its network on the way to a table and the other tabs must still open.
  const paths = tabs.map(({ path }) => path).join(' ')
  useEffect(() => paths.split(' ').forEach(preload), [paths])
  const numbers: Record<string, TabCount> = {
    ...counts,
    [home]: { value: waiting, label: `${waiting} ${waiting === 1 ? 'needs' : 'need'} a person`, tone: 'danger' },
  }
  return (
    <SlotProvider>
      <SkipLink />
      <StaffServices />
      <div className="flex h-dvh flex-col overflow-hidden">
        <header className="group/head flex h-14 flex-none items-center gap-1 border-b border-hairline bg-surface pr-2 pl-4 has-[[data-header]]:pl-1">
          <SlotPlace name="header" className="peer/slot flex min-w-0 flex-1 items-center" />
          <h1 className="min-w-0 flex-1 truncate text-20 font-semibold peer-[:not(:empty)]/slot:sr-only">{title}</h1>
          <SlotPlace name="actions" className="flex flex-none items-center" />
          {/* If a page puts its own controls into a phone's header, there is no room for "Tap to turn on sound"; any press turns it on. */}
          <SoundUnlock className="text-muted! group-has-[[data-header]]/head:max-sm:hidden" />
          <ConnectionPill />
          <UserMenu pages compact />
        </header>
        <Notices />
        <NeedsNews needs={needs} inView={atHome} />
        <div className="relative flex min-h-0 flex-1 flex-col">
          <Main className="overflow-x-hidden overflow-y-auto" />
          <SnackPlace from="bottom" className="inset-2" />
        </div>
        {/* On a phone on its side, cart and tabs share one bar. */}
        <div className="flex-none bg-surface low:sm:flex">
          <SlotPlace name="cart" className="border-t border-hairline low:sm:flex-3" />
          <nav
            aria-label={label}
            className="grid min-h-[calc(64px+env(safe-area-inset-bottom))] auto-cols-fr grid-flow-col border-t border-hairline pb-[env(safe-area-inset-bottom)] low:sm:flex-2"
          >
            {tabs.map(({ path, tab }) => (
              <NavLink
                key={path}
                to={path}
                end
                className="relative flex flex-col items-center justify-center gap-0.5 text-12 font-medium text-muted focus-visible:-outline-offset-4 aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_3px_var(--accent)]"
              >
                <tab.icon className="size-6!" aria-hidden="true" />
                {tab.label}
                <TabNumber count={numbers[path]} />
              </NavLink>
            ))}
          </nav>
        </div>
      </div>
    </SlotProvider>
  )
}

function TabNumber({ count }: { count: TabCount | undefined }) {
  if (!count || count.value === 0) return null
  return (
    <Count
      value={count.value}
      tone={count.tone}
      label={`, ${count.label}`}
      className="absolute top-1.5 left-1/2 ml-1.5 ring-2 ring-surface"
    />
  )
}
