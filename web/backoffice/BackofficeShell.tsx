import { Search } from 'lucide-react'
import { createPart } from '#web/app/part.ts'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { tabsFor } from '#web/app/pages.ts'
import { NavButton } from '#web/app/shell/NavButton.tsx'
import { Main, Sign, SkipLink } from '#web/app/shell/page.tsx'
import { Palette } from '#web/app/shell/Palette.tsx'
import { Sidebar } from '#web/app/shell/Sidebar.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'
import { keyWords } from '#web/app/shortcuts.tsx'
import { useTitle } from '#web/app/title.ts'
import { useVisitor } from '#web/app/useVisitor.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { useQueueCounts } from './queue.ts'

const palette = createPart(() => import('./DeskPalette.tsx'))

/** The shell of Tawa's own staff: a sidebar of 220 with dense links, and the palette on Ctrl or Cmd+K. */
export default function BackofficeShell() {
  const title = useTitle()
  const counts = useQueueCounts()
  const links = tabsFor('backoffice', useVisitor()).map(({ path, tab: { label, icon } }) => ({ path, label, icon, count: counts[path] }))
  return (
    <SlotProvider>
      <SkipLink />
      <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] overflow-hidden text-14 md:grid-cols-[232px_minmax(0,1fr)]">
        <Sidebar
          wide
          dense
          links={links}
          head={
            <>
              <p className="flex h-14 flex-none items-center gap-2.5 px-1 text-18 font-bold">
                <Sign />
                Tawa
              </p>
              <Palette shell="backoffice" box={palette}>
                {(open) => (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={open}
                    className="mb-3 flex h-8 flex-none items-center gap-2 rounded-control border border-border bg-surface px-2 text-14 text-muted hover:bg-raised pointer-coarse:h-12"
                  >
                    <Search className="size-4 flex-none" aria-hidden="true" />
                    <span className="flex-1 text-left">Search</span>
                    <Kbd>{keyWords('Mod+k')}</Kbd>
                  </button>
                )}
              </Palette>
            </>
          }
        />
        <div className="flex min-h-0 min-w-0 flex-col">
          <header className="relative flex h-14 flex-none items-center gap-1 border-b border-hairline bg-surface pr-2 pl-4 max-md:pl-1">
            {links.length > 0 ? <NavButton title="Tawa" links={links} /> : null}
            <h1 className="min-w-0 flex-1 truncate text-18 font-semibold max-md:pl-3">{title}</h1>
            <SnackPlace from="top" className="inset-x-2 inset-y-1" />
            <SlotPlace name="actions" className="flex flex-none items-center gap-1" />
            <UserMenu />
          </header>
          <Main />
        </div>
      </div>
    </SlotProvider>
  )
}
