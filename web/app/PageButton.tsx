import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canOpen } from '#domain/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { useVisitor } from './useVisitor.ts'

/** May the signed-in person open this page? */
export function useOpens(path: string): boolean {
  const { role, permissions } = useVisitor()
  return canOpen({ role }, path.split('?')[0] ?? path, permissions).ok
}

/** A button that leads to the page where something is set up; nothing for those who may not open it. */
export function PageButton({ to, children }: { to: string; children: ReactNode }) {
  if (!useOpens(to)) return null
  return (
    <Button asChild variant="primary">
      <Link to={to}>{children}</Link>
    </Button>
  )
}
