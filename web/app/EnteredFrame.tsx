import { LogOut, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HOME } from '#domain/roles.ts'
import { useEntered } from '#web/core/entered.ts'
import { useUser } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardPage } from './CardPage.tsx'

/**
 * The staff's pages in an outlet that a partner or the back office has entered, below a bar that says which one and leads out. The shells are as high as the
 * window (`h-dvh`); here they get the height that the bar leaves. Without an entered outlet these pages have nothing to show, because each belongs to one restaurant.
 */
export default function EnteredFrame({ children }: { children: ReactNode }) {
  const entered = useEntered()
  const { role } = useUser()
  const home = HOME[role]
  if (!entered)
    return (
      <CardPage title="No outlet is open">
        <p className="text-muted">
          Enter one of {role === 'partner' ? 'your outlets' : 'the restaurants'} first, then its pages open here.
        </p>
        <Button asChild full variant="primary" size={44}>
          <Link to={home}>Go to your home page</Link>
        </Button>
      </CardPage>
    )
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <section
        aria-label="Entered outlet"
        className="flex min-h-10 flex-none items-center gap-2 bg-primary py-1 pr-2 pl-4 text-14 text-on-primary print:hidden"
      >
        <Store className="size-4 flex-none" aria-hidden="true" />
        <p className="min-w-0 flex-1 truncate" title={entered.name}>
          <span className="max-sm:sr-only">You are working in </span>
          <b className="font-semibold">{entered.name}</b>
        </p>
        <Button asChild size={32} icon={<LogOut className="size-4" />}>
          <Link to={entered.from ?? home}>Leave</Link>
        </Button>
      </section>
      <div className="relative min-h-0 flex-1 [&>.h-dvh]:h-full">{children}</div>
    </div>
  )
}
