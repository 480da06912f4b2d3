import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Armchair, LogOut, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { compareTableNumbers, tableLabel } from '#domain/table.ts'
import { menuFor, tablePath } from '#web/app/pages.ts'
import { apiQuery } from '#web/core/query.ts'
import { signOut } from '#web/core/session.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { createStore, useStore } from '#web/core/store.ts'
import { setTheme, useDark } from '#web/app/theme.ts'
import { useVisitor } from '#web/app/useVisitor.ts'

const open = createStore(false)
export const openPalette = (): void => open.set(true)

/** Cmd or Ctrl+K: pages, tables, sign out. */
export function Palette() {
  const shown = useStore(open)
  useShortcuts({ 'Mod+k': { label: 'Go to', inDialogs: true, run: () => open.set((o) => !o) } })
  return shown ? <Box /> : null
}

function Box() {
  const who = useVisitor()
  const navigate = useNavigate()
  const dark = useDark()
  const opens = who.switches?.isTableEnabled !== false && tablePath(who.role, who.permissions, '') !== null
  const tables = useQuery({ ...apiQuery('GET /tables'), enabled: opens }).data?.tables ?? []
  const close = () => open.set(false)
  const go = (path: string) => {
    close()
    void navigate(path)
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(next) => open.set(next)}
      label="Go to"
      loop
      overlayClassName="fixed inset-0 z-60 bg-scrim"
      contentClassName="fixed top-[12vh] left-1/2 z-60 w-[calc(100vw-32px)] max-w-140 -translate-x-1/2 overflow-hidden rounded-card bg-surface text-text shadow-dialog outline-none"
    >
      <div className="flex h-14 items-center gap-3 border-b border-hairline px-4">
        <Search className="text-muted" aria-hidden="true" />
        <Command.Input placeholder="Page, table or action" className="h-full min-w-0 flex-1 bg-transparent outline-none" />
      </div>
      <Command.List className="scroll-quiet max-h-[50vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-14 text-muted">Nothing of that name.</Command.Empty>
        <Group heading="Pages">
          {menuFor(who).map(({ path, menu: { label, icon: Icon, keywords } }) => (
            <Item key={path} value={label} keywords={keywords} icon={<Icon />} onSelect={() => go(path)} />
          ))}
        </Group>
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
            onSelect={() => (close(), setTheme(dark ? 'light' : 'dark'))}
          />
          <Item value="Sign out" icon={<LogOut />} onSelect={() => (close(), void signOut())} />
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
