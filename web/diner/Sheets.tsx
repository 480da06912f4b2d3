import { lazy, Suspense } from 'react'
import { useCallSheet } from './call/calls.ts'
import { closeScan, useQuestion, useScanSheet } from './sitting.ts'

const SignInSheet = lazy(() => import('./SignInSheet.tsx'))
const ScanSheet = lazy(() => import('./ScanSheet.tsx'))
const CallSheet = lazy(() => import('./call/CallSheet.tsx'))

/** The sheets that any page can open: name and mobile, how to say another table, and the call for the staff. Their code comes when they are first asked for. */
export function Sheets() {
  const asked = useQuestion() !== null
  const scan = useScanSheet()
  const calls = useCallSheet()
  return (
    <Suspense fallback={null}>
      {calls && <CallSheet />}
      {scan && <ScanSheet onClose={closeScan} />}
      {asked && <SignInSheet />}
    </Suspense>
  )
}
