import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import type { Profile } from '#web/shared/settings/profile.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useSetup } from '#web/shared/settings/useSetup.ts'

/** What is set up and what is missing, each a link to where it is done. */
export function Checklist({ profile }: { profile: Profile }) {
  const steps = useSetup(profile)
  const done = steps.filter((step) => step.done).length
  return (
    <Card title="Setup" note={done === steps.length ? 'all done' : `${done} of ${steps.length} done`} padded className="@container">
      <ul aria-label="Setup checklist" className="grid gap-x-6 @md:grid-cols-2">
        {steps.map(({ label, to, done: ticked, detail }) => (
          <li key={label} className="border-t border-hairline">
            <Link to={to} className="flex h-full min-h-14 items-center gap-3 rounded-control py-2 text-14 hover:bg-raised">
              {ticked ? (
                <CircleCheck className="flex-none text-success" aria-hidden="true" />
              ) : (
                <CircleDashed className="flex-none text-muted" aria-hidden="true" />
              )}
              <span className="min-w-0 flex-1">
                <span className="sr-only">{ticked === null ? '' : ticked ? 'Done: ' : 'To do: '}</span>
                <b className="font-medium">{label}</b>
                <span className="block text-muted">{detail}</span>
              </span>
              <ChevronRight className="flex-none text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
