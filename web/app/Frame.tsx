import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#web/core/query.ts'
import { TooltipProvider } from '#web/ui/Tooltip.tsx'
import { ConfirmHost } from './feedback/confirm.tsx'
import { Snackbars } from './feedback/snack.tsx'
import { ShortcutHost } from './shortcuts.tsx'

/** What surrounds every page: the cache, tooltips, and the hosts of confirm dialogs, shortcuts and snackbars. `children` is the router. */
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
