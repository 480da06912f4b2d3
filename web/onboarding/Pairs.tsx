import { Breaks } from '#web/shared/email/Breaks.tsx'
import './onboarding.css'

/** The submitted details, as names and values. */
export function Pairs({ rows }: { rows: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl className="pairs text-14">
      {rows.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <Breaks>{value}</Breaks>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
