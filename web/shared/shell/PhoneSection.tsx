import type { ReactNode } from 'react'

/** A part of a phone's home page; `note` is shown beside its title. */
export function PhoneSection({
  title,
  note,
  children,
  className,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section aria-label={title} className={className}>
      <h2 className="flex h-10 items-center gap-2 pt-1.5 text-16">
        {title}
        {note}
      </h2>
      {children}
    </section>
  )
}

export const PhoneNote = ({ children }: { children: ReactNode }) => <small className="text-14 font-normal text-muted">{children}</small>
