import { lazy, Suspense, useEffect } from 'react'
import { PageSkeleton } from '#web/app/shell/page.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { PayPanelProps } from './PayPanel.tsx'

const payPanel = () => import('./PayPanel.tsx').then(({ PayPanel }) => ({ default: PayPanel }))
const PayPanel = lazy(payPanel)

/** Fetches the pay panel's script as soon as there is something to settle, so that the panel opens at once. */
export function useFetchPayPanel(settles: boolean): void {
  useEffect(() => {
    if (settles) payPanel().catch(() => undefined)
  }, [settles])
}

/** The pay panel, shown instead of the page that has the order open. `draftKey` names the order's ticket: a dialog may ask about its unsent items. */
export function PayScreen({ draftKey, ...panel }: PayPanelProps & { draftKey: string }) {
  return (
    <>
      <Suspense fallback={<PageSkeleton />}>
        <PayPanel {...panel} />
      </Suspense>
      <ConflictDialog draftKey={draftKey} />
    </>
  )
}
