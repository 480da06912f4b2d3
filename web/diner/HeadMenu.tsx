import { useState } from 'react'
import { signOut, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { useAccount } from './account.ts'
import { Icon } from './Icon.tsx'
import { placeNow, setPlace } from './place.ts'
import { Sheet } from './Sheet.tsx'

/** The head's menu: past orders and signing in with an account, or who is signed in and signing out. A guest of a table may do both. */
export function HeadMenu() {
  const [open, setOpen] = useState(false)
  const { status, user } = useSession()
  const account = useAccount()
  const close = () => setOpen(false)
  const leave = async () => {
    close()
    const place = placeNow()
    await signOut()
    // Signing out clears the device's restaurant and table (SPEC §6), but the phone is still at the table.
    setPlace(place)
  }
  return (
    <>
      <button type="button" className="icon-button" aria-label="More" onClick={() => setOpen(true)}>
        <Icon name="more" />
      </button>
      {open && (
        <Sheet title={status === 'in' && user ? user.name : 'Not signed in'} onClose={close}>
          {account === null && (
            <a className="row-button" href={to.dinerLogin({ from: location.pathname })} onClick={close}>
              Sign in
            </a>
          )}
          {account !== null && (
            <a className="row-button" href={to.dinerPast()} onClick={close}>
              Past orders
            </a>
          )}
          {status === 'in' && (
            <button type="button" className="row-button" onClick={() => void leave()}>
              Sign out
            </button>
          )}
        </Sheet>
      )}
    </>
  )
}
