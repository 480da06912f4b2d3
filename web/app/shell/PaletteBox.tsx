import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Armchair, LogOut, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { compareTableNumbers, tableLabel } from '#domain/table.ts'
import { menuFor, tablePath, tabsFor } from '../pages.ts'
import type { Shell } from '../screens.ts'
import { apiQuery } from '#web/core/query.ts'
import { signOut } from '#web/core/session.ts'
import { setTheme, useDark } from '../theme.ts'
import { useVisitor } from '../useVisitor.ts'

/** The palette, opened. */
export default function PaletteBox({ shell, onClose }: { shell: Shell; onClose: () => void }) {
  const who = useVisitor()
  const navigate = useNavigate()
  const dark = useDark()
  // Tables and the staff's pages, including settings, belong to a restaurant.
  const staff = shell === 'staff'
  const pages = staff
    ? [
        ...menuFor(who).map(({ path, menu }) => ({ path, ...menu })),
        ...tabsFor('settings', who).map(({ path, tab }) => ({ path, keywords: ['settings'], ...tab })),
      ]
    : tabsFor(shell, who).map(({ path, tab }) => ({ path, keywords: [], ...tab }))
  const opens = staff && who.switches?.isTableEnabled !== false && tablePath(who.role, who.permissions, '') !== null
  const tables = useQuery({ ...apiQuery('GET /tables'), enabled: opens }).data?.tables ?? []
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      label="Go to"
      loop
      overlayClassName="fixed inset-0 z-60 bg-scrim"
      contentClassName="fixed top-[12vh] left-1/2 z-60 w-[calc(100vw-32px)] max-w-140 -translate-x-1/2 overflow-hidden rounded-card bg-surface text-text shadow-dialog outline-none"
    >
      <div className="flex h-14 items-center gap-3 border-b border-hairline px-4">
        <Search className="text-muted" aria-hidden="true" />
        <Command.Input
          placeholder={staff ? 'Page, table or action' : 'Page or action'}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <Command.List className="scroll-quiet max-h-[50vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-14 text-muted">No matches</Command.Empty>
        {pages.length > 0 ? (
          <Group heading="Pages">
            {pages.map(({ path, label, icon: Icon, keywords }) => (
              <Item key={path} value={label} keywords={keywords} icon={<Icon />} onSelect={() => go(path)} />
            ))}
          </Group>
        ) : null}
        {tables.length > 0 ? (
          <Group heading="Tables">
            {[...tables]
              .sort((a, b) => compareTableNumbers(a.tableNumber, b.tableNumber))
              .flatMap((table) => {
                const path = tablePath(who.role, who.permissions, table._id)
                return path
                  ? [
                      <Item
                        key={table._id}
                        value={`Table ${tableLabel(table.tableNumber)}`}
                        keywords={[table.tableNumber, table.area]}
                        note={table.area}
                        icon={<Armchair />}
                        onSelect={() => go(path)}
                      />,
                    ]
                  : []
              })}
          </Group>
        ) : null}
        <Group heading="Actions">
          <Item
            value={dark ? 'Light theme' : 'Dark theme'}
            icon={dark ? <Sun /> : <Moon />}
            onSelect={() => (onClose(), setTheme(dark ? 'light' : 'dark'))}
          />
          <Item value="Sign out" icon={<LogOut />} onSelect={() => (onClose(), void signOut())} />
        </Group>
      </Command.List>
    </Command.Dialog>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

function Item({
  value,
  keywords,
  icon,
  note,
  onSelect,
}: {
  value: string
  keywords?: string[]
  icon: ReactNode
  note?: string
  onSelect: () => void
}) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-14 data-[selected=true]:bg-raised pointer-coarse:min-h-12"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{value}</span>
      {note ? <span className="text-muted">{note}</span> : null}
    </Command.Item>
  )
}
