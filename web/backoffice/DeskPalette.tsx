import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Flag, Handshake, Inbox, Plus, Store, User, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { tabsFor } from '#web/app/pages.ts'
import { findIn, GROUP_MAX, type PaletteEntry, type PaletteSource, rankOf } from '#web/app/shell/palette.ts'
import type { PaletteProps } from '#web/app/shell/Palette.tsx'
import { PaletteBox } from '#web/app/shell/PaletteBox.tsx'
import { useVisitor } from '#web/app/useVisitor.ts'
import { apiQuery } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { useDebounced } from '#web/shared/useDebounced.ts'
import { claimedName } from './claimed.ts'
import { usePending, useWaitingClaims } from './queue.ts'

/** The back office's palette: its pages, things to add, waiting applications and claims, and every restaurant, partner and user by name. */
export default function DeskPalette({ onClose }: PaletteProps) {
  const [text, setText] = useState('')
  return (
    <PaletteBox
      sources={[usePages(), useWaiting(), ...useNamed(text.trim()), useAdding()]}
      placeholder="Page, restaurant, partner or person"
      onText={setText}
      onClose={onClose}
    />
  )
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

/** Shorter texts find too much. */
const SHORTEST = 2

/** Whom the server finds by the text, once typing stops. */
function useNamed(text: string): PaletteSource[] {
  const navigate = useNavigate()
  const asked = useDebounced(text)
  const query = { search: asked, limit: GROUP_MAX }
  const how = { enabled: asked.length >= SHORTEST, placeholderData: keepPreviousData }
  const restaurants = useQuery({ ...apiQuery('GET /backoffice/restaurants', { query }), ...how })
  const partners = useQuery({ ...apiQuery('GET /backoffice/partners', { query }), ...how })
  const users = useQuery({ ...apiQuery('GET /backoffice/users', { query }), ...how })
  const source = (heading: string, found: UseQueryResult, entries: PaletteEntry[] = []): PaletteSource => ({
    heading,
    state: text.length < SHORTEST ? 'here' : found.isError ? 'failed' : text !== asked || found.isFetching ? 'loading' : 'here',
    // The server also looks into what isn't shown, such as addresses. While another text is on its way, only what fits by name is shown.
    find: (typed) =>
      typed.trim().length < SHORTEST
        ? []
        : entries
            .flatMap((entry) => {
              const rank = rankOf(typed, entry) ?? (typed.trim() === asked && !found.isPlaceholderData ? 3 : null)
              return rank === null ? [] : [{ entry, rank }]
            })
            .sort((a, b) => a.rank - b.rank),
  })
  return [
    source(
      'Restaurants',
      restaurants,
      restaurants.data?.restaurants.map((r) => ({
        key: `restaurant:${r._id}`,
        label: r.establishment_name,
        note: r.city,
        icon: <Store />,
        run: () => void navigate(to.backofficeRestaurants({ restaurant: r._id })),
      })),
    ),
    source(
      'Partners',
      partners,
      partners.data?.partners.map((p) => ({
        key: `partner:${p._id}`,
        label: p.name,
        note: p.email,
        icon: <Handshake />,
        run: () => void navigate(to.backofficePartners({ partner: p._id })),
      })),
    ),
    source(
      'Users',
      users,
      users.data?.users.map((u) => ({
        key: `user:${u._id}`,
        label: u.name,
        note: u.email,
        icon: <User />,
        run: () => void navigate(to.backofficeUsers({ user: u._id })),
      })),
    ),
  ]
}
