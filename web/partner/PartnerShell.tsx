import { NavLink } from 'react-router'
import { isStaff } from '#domain/roles.ts'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { preload } from '#web/app/begin.ts'
import { tabsFor } from '#web/app/pages.ts'
import { Main, Sign, SkipLink } from '#web/app/shell/page.tsx'
import { Palette } from '#web/app/shell/Palette.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { useTitle } from '#web/app/title.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { OutletSwitcher } from './OutletSwitcher.tsx'

/** The shell for owners of several outlets: one bar with the outlet switcher and the pages, which wrap below it on a phone. */
export default function PartnerShell() {
  const title = useTitle()
  const visitor = useVisitor()
  const tabs = tabsFor('partner', visitor)
  return (
    <SlotProvider>
      <SkipLink />
      <Palette shell="partner" />
      <div className="flex h-dvh flex-col overflow-hidden">
        <header className="relative flex min-h-14 flex-none flex-wrap items-center gap-x-3 border-b border-hairline bg-surface pr-2 pl-4 max-sm:pt-1.5 sm:pl-6">
          <p className="flex items-center gap-2.5 text-18 font-bold">
            <Sign />
            Tawa
          </p>
          <OutletSwitcher />
          <h1 className="sr-only">{title}</h1>
          <SnackPlace from="top" className="inset-x-2 inset-y-1" />
          {tabs.length > 0 ? (
            <nav aria-label="Pages" className="flex min-w-0 gap-6 overflow-x-auto self-stretch px-2 max-sm:order-last max-sm:w-full">
              {tabs.map(({ path, tab: { label } }) => (
                <NavLink
                  key={path}
                  to={path}
                  onPointerEnter={() => preload(path)}
                  className="flex min-h-12 items-center text-14 font-medium text-muted focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-2px_var(--accent)]"
                >
                  {label}
                </NavLink>
              ))}
            </nav>
          ) : null}
          <span className="ml-auto flex flex-none items-center gap-1">
            <SlotPlace name="actions" className="flex flex-none items-center gap-1" />
            <UserMenu pages={isStaff(visitor.role)} />
          </span>
        </header>
        <Main />
      </div>
    </SlotProvider>
  )
}
