import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DrawerKind } from '#domain/drawer.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { apiQuery } from '#web/core/query.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DRAWER_KEYS, DrawerButtons, DrawerMoves, MoveDialog } from './entries.tsx'

/** The cash drawer at the till: what is entered for it, by button or key, and today's entries. Its script is fetched when it is opened. */
export default function CashDrawer({ onClose }: { onClose: () => void }) {
  const [asking, setAsking] = useState<DrawerKind | null>(null)
  const query = useQuery({ ...apiQuery('GET /orders/drawer'), staleTime: 0 })
  const loaded = query.data !== undefined
  useShortcuts(
    Object.fromEntries(
      DRAWER_KEYS.map(({ kind, key }) => [
        key.toLowerCase(),
        { run: () => setAsking(kind), when: loaded && asking === null, inDialogs: true },
      ]),
    ),
  )
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title="Cash drawer">
      <Loaded query={query} className="" skeleton={<Skeleton className="h-26" />}>
        {({ date, moves }) => (
          <>
            <DrawerButtons till onPress={setAsking} />
            {moves.length > 0 ? (
              <DrawerMoves moves={moves} className="mt-4 border-t border-hairline pt-3 text-14" />
            ) : (
              <p className="mt-4 text-14 text-muted">Nothing entered today.</p>
            )}
            {asking ? <MoveDialog kind={asking} date={date} moves={moves} onClose={() => setAsking(null)} /> : null}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}
