import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#web/core/query.ts'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'
import { ConfirmHost } from './feedback/confirm.tsx'
import { Snackbars } from './feedback/snack.tsx'
import { ShortcutHost } from './shortcuts.tsx'

/** What every page stands in: the cache, tooltips, and the hosts of questions, shortcuts and snackbars. `children` is the router. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {children}
        <ConfirmHost />
        <ShortcutHost />
        <Snackbars />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
