import { type UseQueryResult } from '@tanstack/react-query'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import type { Answer } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { REFUSALS } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { isGone, useCommand } from '#web/core/query.ts'
import { signOut } from '#web/core/session.ts'
import { useSignOutWaits, WAITS } from '#web/core/unfinished.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { deviceIcon } from '#web/ui/deviceIcon.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

type Sessions = Answer<'GET /auth/sessions'>

/** The devices on which this person is signed in, each with "Sign out". Nothing is lost: unsent items stay on their device. */
export function Devices({ query }: { query: UseQueryResult<Sessions> }) {
  const others = query.data?.sessions.filter((s) => !s.current).length ?? 0
  const offline = useOnline() ? null : REFUSALS.offline
  const endOthers = useCommand('DELETE /auth/sessions', {
    refreshes: ['GET /auth/sessions'],
    onSuccess: ({ message }) => void snack.success(message),
  })
  return (
    <Card
      title="Devices"
      note={query.data ? (others === 0 ? 'Signed in on this device only' : `and ${plural(others, 'other device')}`) : undefined}
      action={
        others > 1 ? (
          <Button size={40} loading={endOthers.isPending} disabledReason={offline} onClick={() => endOthers.mutate({})}>
            Sign out all others
          </Button>
        ) : null
      }
    >
      <Loaded query={query} skeleton={<FormSkeleton label="Loading devices" fields={2} />}>
        {({ sessions }) => (
          <ul>
            {sessions.map((session) => (
              <Device key={session.id} session={session} offline={offline} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Device({
  session: { id, device, current, createdAt, lastSeenAt },
  offline,
}: {
  session: Sessions['sessions'][number]
  offline: string | null
}) {
  const dates = useDates()
  const waits = useSignOutWaits()
  const end = useCommand('DELETE /auth/sessions/:id', {
    removes: true,
    refreshes: ['GET /auth/sessions'],
    onSuccess: () => void snack.success(`${device} is signed out`),
    onError: (error) => {
      if (!isGone(error)) return false
      snack.success(`${device} is signed out`)
      return true
    },
  })
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline px-4 py-2">
      {deviceIcon(device)}
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{device}</span>
          {current ? <StatusChip tone="success">This device</StatusChip> : null}
        </span>
        <span className="num block text-12 text-muted">
          {current ? (waits ? `Signing out: ${WAITS.toLowerCase()}` : 'In use now') : `Last used ${dates.when(lastSeenAt)}`} · signed in{' '}
          {dates.when(createdAt)}
        </span>
      </span>
      <Button
        size={40}
        loading={end.isPending || (current && waits)}
        disabledReason={offline}
        aria-label={current ? 'Sign out this device' : `Sign out ${device}`}
        onClick={() => (current ? void signOut() : end.mutate({ params: { id } }))}
      >
        Sign out
      </Button>
    </li>
  )
}
