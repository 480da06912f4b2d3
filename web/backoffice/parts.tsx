import { Check, Hourglass, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** A part of a drawer, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-hairline px-4 py-4 last:border-b-0">
      <h3 className="text-12 font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** Facts in two columns; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-1.5 text-14">
      {facts.map(([name, value]) =>
        value === null || value === undefined || value === '' || value === false ? null : (
          <div key={name} className="flex gap-2">
            <dt className="w-24 flex-none text-muted">{name}</dt>
            <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

type Status = 'pending' | 'approved' | 'rejected'
export const STATUS_NAMES: Record<Status, string> = { approved: 'Live', pending: 'Pending', rejected: 'Rejected' }

/** A restaurant's state, by colour, icon and word. */
export function Status({ status }: { status: Status }) {
  if (status === 'approved')
    return (
      <StatusChip size={20} tone="success" icon={<Check />}>
        Live
      </StatusChip>
    )
  return status === 'pending' ? (
    <StatusChip size={20} tone="warning" icon={<Hourglass />}>
      Pending
    </StatusChip>
  ) : (
    <StatusChip size={20} tone="danger" icon={<X />}>
      Rejected
    </StatusChip>
  )
}

/** The place on a map: by its coordinates, else by its address. */
export function mapAddress({ address, location }: { address: string; location?: { latitude: number; longitude: number } | null }): string {
  const at = location ? `${location.latitude},${location.longitude}` : address
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(at)}`
}
