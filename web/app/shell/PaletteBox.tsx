import { Command } from 'cmdk'
import { LogOut, Moon, Search, Sun } from 'lucide-react'
import { useMemo, useState } from 'react'
import { signOut } from '#web/core/session.ts'
import { setTheme, useDark } from '../theme.ts'
import { findIn, groupsFor, type PaletteSource } from './palette.ts'

type PaletteBoxProps = {
  sources: readonly PaletteSource[]
  /** What the field asks for. */
  placeholder: string
  /** What is typed, for sources that the server is asked for. */
  onText?: (text: string) => void
  onClose: () => void
}

/** The palette, opened: what a shell's sources find, and the actions that all shells have. It closes when an entry is chosen. */
export function PaletteBox({ sources, placeholder, onText, onClose }: PaletteBoxProps) {
  const [text, setText] = useState('')
  const dark = useDark()
  const all = useMemo(
    (): readonly PaletteSource[] => [
      ...sources,
      {
        heading: 'Actions',
        find: findIn([
          {
            key: 'theme',
            label: dark ? 'Light theme' : 'Dark theme',
            icon: dark ? <Sun /> : <Moon />,
            run: () => setTheme(dark ? 'light' : 'dark'),
          },
          { key: 'signout', label: 'Sign out', keywords: ['log out'], icon: <LogOut />, run: () => void signOut() },
        ]),
      },
    ],
    [sources, dark],
  )
  const groups = useMemo(() => groupsFor(all, text), [all, text])
  const named = (state: PaletteSource['state']) =>
    all.filter((source) => source.state === state).map(({ heading }) => heading.toLowerCase())
  const failed = named('failed')
  const loading = named('loading').length > 0
  return (
    <Command.Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      label="Go to"
      loop
      shouldFilter={false}
      // Ctrl+K closes; cmdk would take it as "up".
      vimBindings={false}
      overlayClassName="fixed inset-0 z-60 bg-scrim"
      contentClassName="fixed top-[12vh] left-1/2 z-60 w-[calc(100vw-32px)] max-w-140 -translate-x-1/2 overflow-hidden rounded-card bg-surface text-text shadow-dialog outline-none"
    >
      <div className="flex h-14 items-center gap-3 border-b border-hairline px-4">
        <Search className="flex-none text-muted" aria-hidden="true" />
        <Command.Input
          value={text}
          onValueChange={(next) => {
            setText(next)
            onText?.(next)
          }}
          maxLength={60}
          placeholder={placeholder}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </div>
      <Command.List className="scroll-quiet max-h-[50vh] overflow-y-auto p-2">
        {groups.length === 0 ? (
          <p role="presentation" className="px-3 py-6 text-center text-14 text-muted">
            {loading ? 'Loading…' : 'No matches'}
          </p>
        ) : null}
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
          >
            {entries.map(({ key, label, note, icon, run }) => (
              <Command.Item
                key={key}
                value={key}
                onSelect={() => {
                  onClose()
                  run()
                }}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-14 data-[selected=true]:bg-raised pointer-coarse:min-h-12 [&>svg]:flex-none"
              >
                {icon}
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {note ? <span className="max-w-1/2 flex-none truncate text-muted">{note}</span> : null}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {failed.length > 0 ? (
        <p role="status" className="border-t border-hairline px-4 py-2 text-14 text-danger">
          Could not load {failed.join(' and ')}
        </p>
      ) : null}
    </Command.Dialog>
  )
}
