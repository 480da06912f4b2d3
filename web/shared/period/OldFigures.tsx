import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/core/api.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

type Query = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>

/** Shown above figures that could not be refreshed: the reason, and how old they are (`children`). `onAgain` instead of the query's own refetch, where several belong together. */
export function OldFigures({ query, onAgain, children }: { query: Query; onAgain?: () => void; children: ReactNode }) {
  return (
    <Banner
      tone="warning"
      action={
        <Button variant="link" loading={query.isFetching} onClick={() => (onAgain ? onAgain() : void query.refetch())}>
          Try again
        </Button>
      }
    >
      {messageOf(query.error).replace(/\.?$/, '.')} {children}
    </Banner>
  )
}
