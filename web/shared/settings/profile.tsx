import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer, Input } from '#web/core/api.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { AutoSwitch } from '#web/app/form/AutoSwitch.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { Card } from '#web/ui/Card.tsx'

/** The restaurant's profile, as its settings pages use it. */
export type Profile = Answer<'GET /restaurant/profile'>['restaurant']
type Change = Input<'PUT /restaurant/profile'>['body']

/** What is out of date after a setting was saved. */
export const PROFILE = ['GET /restaurant/profile'] as const

/** A settings page of the profile: a skeleton until it is there, then the page. */
export function ProfileLoaded({ children }: { children: (profile: Profile) => ReactNode }) {
  return <Loaded query={useQuery(apiQuery('GET /restaurant/profile'))}>{({ restaurant }) => children(restaurant)}</Loaded>
}

/** A setting that is on or off: saved at once, with Undo. `change` is the body that saves it. */
export function ProfileSwitch({
  label,
  description,
  checked,
  change,
}: {
  label: string
  description?: ReactNode
  checked: boolean
  change: (on: boolean) => Change
}) {
  const { mutateAsync } = useCommand('PUT /restaurant/profile', { quiet: true, refreshes: PROFILE })
  return (
    <AutoSwitch
      call="PUT /restaurant/profile"
      label={label}
      description={description}
      checked={checked}
      save={(on) => mutateAsync({ body: change(on) })}
      saved={(on) => `${label} is ${on ? 'on' : 'off'}`}
    />
  )
}

/** Switches that belong together, below a form: two columns where there is room. */
export const SwitchCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title} note="saved at once" padded className="@container">
    <div className="grid items-start gap-x-8 gap-y-3 @lg:grid-cols-2">{children}</div>
  </Card>
)
