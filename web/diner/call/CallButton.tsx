import { Icon } from '../Icon.tsx'
import { useIsOff } from '../menu/page.ts'
import { useNow } from '../now.ts'
import { usePlace } from '../place.ts'
import { useSitting } from '../sitting.ts'
import { useVisit } from '../visit.ts'
import { callState, openCalls } from './calls.ts'

/** The button that calls a waiter, in the header of every page while this phone is at a table. It shows the state of the last call. */
export function CallButton() {
  const place = usePlace()
  const visit = useVisit()
  const now = useNow()
  const isOff = useIsOff()
  const sitting = useSitting()
  if (!place?.tableId || (isOff && !sitting)) return null
  const shown = callState('callWaiter', visit, now)
  const text = shown.state === 'called' || (shown.state === 'onTheWay' && !shown.mayCall) ? shown.text : null
  return (
    <button
      type="button"
      className="button-quiet call"
      aria-label={text ? `Call waiter: ${text}` : undefined}
      onClick={() => void openCalls()}
    >
      {!text && <Icon name="bell" />}
      {text ?? 'Call waiter'}
    </button>
  )
}
