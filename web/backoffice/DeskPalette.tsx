import { Flag, Handshake, Inbox, Plus, UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { tabsFor } from '#web/app/pages.ts'
import { findIn, type PaletteSource } from '#web/app/shell/palette.ts'
import type { PaletteProps } from '#web/app/shell/Palette.tsx'
import { PaletteBox } from '#web/app/shell/PaletteBox.tsx'
import { useVisitor } from '#web/app/useVisitor.ts'
import { to } from '#web/core/to.ts'
import { claimedName } from './claimed.ts'
import { usePending, useWaitingClaims } from './queue.ts'

/** The back office's palette: its pages, things to add, and waiting applications and claims. */
export default function DeskPalette({ onClose }: PaletteProps) {
  return <PaletteBox sources={[usePages(), useAdding(), useWaiting()]} placeholder="Page, action or who waits" onClose={onClose} />
}

function usePages(): PaletteSource {
  const navigate = useNavigate()
  const entries = tabsFor('backoffice', useVisitor()).map(({ path, tab: { label, icon: Icon } }) => ({
    key: path,
    label,
    icon: <Icon />,
    run: () => void navigate(path),
  }))
  return { heading: 'Pages', find: findIn(entries) }
}

function useAdding(): PaletteSource {
  const navigate = useNavigate()
  const entries = [
    { label: 'Create restaurant', icon: <Plus />, path: to.backofficeRestaurants({ restaurant: 'new' }) },
    { label: 'Add partner', icon: <Handshake />, path: to.backofficePartners({ partner: 'new' }) },
    { label: 'Add user', icon: <UserPlus />, path: to.backofficeUsers({ user: 'new' }) },
  ].map(({ path, ...entry }) => ({ key: path, ...entry, keywords: ['new'], run: () => void navigate(path) }))
  return { heading: 'Add', find: findIn(entries) }
}

function useWaiting(): PaletteSource {
  const navigate = useNavigate()
  const [pending, claims] = [usePending(), useWaitingClaims()]
  const entries = [
    ...(pending.data?.restaurants ?? []).map((r) => ({
      key: r._id,
      label: r.establishment_name,
      note: r.city,
      icon: <Inbox />,
      run: () => void navigate(to.backofficePending({ restaurant: r._id })),
    })),
    ...(claims.data?.claims ?? []).map((c) => ({
      key: c._id,
      label: claimedName(c),
      note: `claimed by ${c.name}`,
      icon: <Flag />,
      run: () => void navigate(to.backofficeClaims({ claim: c._id })),
    })),
  ]
  const all = [pending, claims]
  const state = all.some((q) => q.isError) ? 'failed' : all.some((q) => q.isPending) ? 'loading' : 'here'
  return { heading: 'Waiting', state, find: findIn(entries) }
}
