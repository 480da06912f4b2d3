import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

function Brand() {
  return (
    <p className="flex items-center justify-center gap-2.5 text-18 font-bold">
      <span aria-hidden="true" className="grid size-8 place-items-center rounded-control bg-primary text-16 text-on-primary">
        T
      </span>
      Tawa
    </p>
  )
}

/** A page with one centred card of 400 px, as for sign-in. */
export function CardPage({
  title,
  children,
  foot,
  width = 400,
}: {
  title: string
  children: ReactNode
  foot?: ReactNode
  width?: 400 | 560
}) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-8">
      <header>
        <Brand />
      </header>
      <main
        className={cx(
          'grid w-full grid-cols-1 gap-4 rounded-card border border-hairline bg-surface p-6 max-sm:p-5',
          width === 400 ? 'max-w-100' : 'max-w-140',
        )}
      >
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">{title}</h1>
        {children}
      </main>
      {foot ? <footer className="grid gap-2 text-center text-14 text-muted">{foot}</footer> : null}
    </div>
  )
}
