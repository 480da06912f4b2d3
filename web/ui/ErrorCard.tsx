import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

export interface ErrorCardProps {
  message: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
  /** What was not lost, and what to do */
  children?: ReactNode
  className?: string
}

export function ErrorCard({ message, onRetry, retrying = false, retryLabel = 'Try again', children, className }: ErrorCardProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-danger-soft p-4 text-on-danger-soft', className)}
    >
      <CircleAlert className="self-start text-danger" aria-hidden="true" />
      <div className="min-w-40 flex-1">
        <p className="font-medium">{message}</p>
        {children ? <div className="mt-1 text-14">{children}</div> : null}
      </div>
      {onRetry ? (
        <Button onClick={onRetry} loading={retrying} icon={<RotateCw />}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  )
}
