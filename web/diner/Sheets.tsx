import { lazy, Suspense } from 'react'
import { useCallSheet } from './call/calls.ts'
import { useQuestion } from './sitting.ts'

const SignInSheet = lazy(() => import('./SignInSheet.tsx'))
const CallSheet = lazy(() => import('./call/CallSheet.tsx'))

/** The sheets that any page can open: name and mobile, and the call for the staff. Their code comes when they are first asked for. */
export function Sheets() {
  const asked = useQuestion() !== null
  const calls = useCallSheet()
  return (
    <Suspense fallback={null}>
      {calls && <CallSheet />}
      {asked && <SignInSheet />}
    </Suspense>
  )
}
