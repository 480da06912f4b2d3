import { closeCalls, useCallSheet } from './call/calls.ts'
import { part } from './part.tsx'
import { closeScan, useQuestion, useScanSheet } from './sitting.ts'

const SignInSheet = part(async () => ({ default: (await import('./table.ts')).SignInSheet }))
const ScanSheet = part(async () => ({ default: (await import('./table.ts')).ScanSheet }))
const CallSheet = part(async () => ({ default: (await import('./table.ts')).CallSheet }))
/** Loads their scripts ahead, while there is a connection. */
export const fetchSheets = (): void => [SignInSheet, ScanSheet, CallSheet].forEach(({ ahead }) => ahead())

/** The sheets that any page can open: name and mobile, how to set another table, and the call for the staff. */
export function Sheets() {
  const question = useQuestion()
  const scan = useScanSheet()
  const calls = useCallSheet()
  return (
    <>
      {calls && <CallSheet onClose={closeCalls} />}
      {scan && <ScanSheet onClose={closeScan} />}
      {question !== null && <SignInSheet onClose={() => question.answer(false)} />}
    </>
  )
}
