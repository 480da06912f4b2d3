import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/core/api.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Shown above figures that could not be refreshed: the reason, and how old they are (`children`). */
export function OldFigures({ query, children }: { query: UseQueryResult; children: ReactNode }) {
  return (
    <Banner
      tone="warning"
      action={
        <Button variant="link" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {messageOf(query.error).replace(/\.?$/, '.')} {children}
    </Banner>
  )
}
