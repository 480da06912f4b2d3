import { useState } from 'react'
import { signOut, useSession } from '#web/core/session.ts'
import { to } from '#web/core/to.ts'
import { Icon } from './Icon.tsx'
import { go } from './router.ts'
import { Sheet } from './Sheet.tsx'

/** The head's menu: signing in, or who is signed in and signing out. */
export function HeadMenu() {
  const [open, setOpen] = useState(false)
  const { status, user } = useSession()
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="icon-button" aria-label="More" onClick={() => setOpen(true)}>
        <Icon name="more" />
      </button>
      {open && (
        <Sheet title={status === 'in' && user ? user.name : 'Not signed in'} onClose={close}>
          {status === 'in' ? (
            <button
              type="button"
              className="row-button"
              onClick={() => {
                close()
                void signOut()
              }}
            >
              Sign out
            </button>
          ) : (
            <button
              type="button"
              className="row-button"
              onClick={() => {
                close()
                go(to.dinerLogin())
              }}
            >
              Sign in
            </button>
          )}
        </Sheet>
      )}
    </>
  )
}
