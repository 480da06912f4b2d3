import { useQuery } from '@tanstack/react-query'
import { Ban, KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useConfirm } from '#web/app/feedback/confirm.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useView } from '#web/app/list/useView.ts'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { NewKey } from './NewKey.tsx'

type Key = Answer<'GET /restaurant/keys'>['keys'][number]
const nameOf = (key: Key): string => key.label || `${key.prefix}…`
const muted = (key: Key) => cx(!key.active && 'text-muted')
/** A key stops working when its maker leaves, because the maker has seen it and must not read on. */
const stateOf = (key: Key) => (key.active ? 'Active' : key.revokedAt ? 'Revoked' : 'Maker left')

/** Keys for other programs (SCREENS §2.3 "/keys"): made and shown once, revoked, and deleted when they are revoked. */
export default function KeysPage() {
  const view = useView({ sorts: ['label', 'created', 'used'], sortedBy: '-created' })
  const dates = useDates()
  const query = useQuery(apiQuery('GET /restaurant/keys'))
  const may = useMay('GET /restaurant/keys/generate')
  const [making, setMaking] = useState(false)
  const menu = useKeyMenu()
  const columns: Column<Key>[] = [
    {
      key: 'label',
      head: 'Key',
      value: nameOf,
      below: (key) => <span className="font-mono">{key.prefix}…</span>,
      cellClassName: muted,
    },
    {
      key: 'created',
      head: 'Created',
      value: (key) => key.createdAt,
      cell: (key) => dates.full(key.createdAt),
      below: (key) => (key.createdBy ? `by ${key.createdBy}` : null),
      cellClassName: muted,
      width: 'w-44',
    },
    {
      key: 'used',
      head: 'Last used',
      value: (key) => key.lastUsedAt,
      cell: (key) => (key.lastUsedAt ? dates.ago(key.lastUsedAt) : 'Never'),
      cellClassName: muted,
      width: 'w-36',
      hidden: '@max-[699px]:hidden',
    },
    {
      key: 'status',
      head: 'Status',
      value: stateOf,
      cell: (key) =>
        key.active ? (
          <StatusChip tone="success" icon={<KeyRound />}>
            Active
          </StatusChip>
        ) : (
          <StatusChip icon={<Ban />}>{stateOf(key)}</StatusChip>
        ),
      width: 'w-32',
      card: 'end',
    },
  ]
  const list = useAllRows(query, query.data?.keys, view, { key: (key) => key.id, columns })
  const newKey = (label: string) => (
    <Button variant="primary" icon={<Plus />} disabledReason={may.ok ? null : may.why} onClick={() => setMaking(true)}>
      {label}
    </Button>
  )
  return (
    <>
      <ListPage
        noun={{ one: 'key', many: 'keys' }}
        view={view}
        list={list}
        columns={columns}
        rowName={nameOf}
        menu={menu}
        actions={newKey('New key')}
        nothingYet={{
          icon: <KeyRound />,
          title: 'No keys yet. A key lets another program read orders, menu, tables and the day’s summary.',
          action: newKey('Make the first key'),
        }}
      />
      {making ? <NewKey onClose={() => setMaking(false)} /> : null}
    </>
  )
}

/** Revoking stops a key at once and keeps its row; deleting takes away the row of a key that no longer works. */
function useKeyMenu() {
  const confirm = useConfirm()
  const revoke = useCommand('DELETE /restaurant/keys/:id', { quiet: true, invalidates: ['GET /restaurant/keys'] })
  const remove = useCommand('DELETE /restaurant/keys/:id/delete', { quiet: true, invalidates: ['GET /restaurant/keys'] })
  const [mayRevoke, mayRemove] = [useMay('DELETE /restaurant/keys/:id'), useMay('DELETE /restaurant/keys/:id/delete')]

  async function ask(what: 'Revoke' | 'Delete', key: Key) {
    const call = what === 'Revoke' ? revoke : remove
    const done = await confirm({
      title: `${what} ${nameOf(key)}?`,
      body:
        what === 'Revoke'
          ? 'Programs with this key are refused from now on. That can’t be undone; the key stays in the list.'
          : 'The key leaves the list. It has stopped working already.',
      confirmLabel: what,
      tone: 'danger',
      run: () => call.mutateAsync({ params: { id: key.id } }),
    })
    if (done) snack.success(`${nameOf(key)} was ${what === 'Revoke' ? 'revoked' : 'deleted'}`)
  }

  return (key: Key) => [
    {
      label: 'Revoke',
      icon: <Ban />,
      danger: true,
      disabledReason: key.revokedAt ? 'It is revoked already' : mayRevoke.ok ? null : mayRevoke.why,
      onSelect: () => void ask('Revoke', key),
    },
    {
      label: 'Delete',
      icon: <Trash2 />,
      danger: true,
      disabledReason: key.revokedAt ? (mayRemove.ok ? null : mayRemove.why) : 'Revoke it first',
      onSelect: () => void ask('Delete', key),
    },
  ]
}
