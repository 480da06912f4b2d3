import { Maximize, Minimize } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SnackPlace } from '#web/app/feedback/SnackPlace.tsx'
import { useTitle } from '#web/app/title.ts'
import { ConnectionPill } from '#web/app/shell/ConnectionPill.tsx'
import { Notices, SoundUnlock } from '#web/shared/shell/Notices.tsx'
import { PrinterPlace } from '#web/shared/shell/PrinterPlace.tsx'
import { StaffServices } from '#web/shared/shell/StaffServices.tsx'
import { Main, SkipLink } from '#web/app/shell/page.tsx'
import { SlotPlace, SlotProvider } from '#web/app/shell/slots.tsx'
import { UpdateNotice } from '#web/app/shell/UpdateNotice.tsx'
import { UserMenu } from '#web/app/shell/UserMenu.tsx'

/** Keeps the screen awake while the board is visible. */
function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let over = false
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) void lock?.release()
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}

/** The kitchen's shell, always dark: a strip of 56 that the page fills by `<Slot name="strip">`, the board, and a menu with the other pages. */
export default function KitchenShell() {
  const title = useTitle()
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement))
  useWakeLock()
  useEffect(() => {
    const changed = () => setFull(Boolean(document.fullscreenElement))
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = () => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <SlotProvider>
      <SkipLink />
      <StaffServices />
      <div data-theme="dark" className="flex h-dvh flex-col overflow-hidden bg-board">
        <header className="relative flex min-h-14 flex-none items-center gap-2 border-b border-hairline pr-2 pl-4">
          <h1 className="flex-none text-20 font-semibold">{title}</h1>
          <SnackPlace from="top" widest={720} className="inset-x-2 inset-y-1" />
          <SlotPlace name="strip" className="scroll-quiet flex min-w-0 flex-1 items-center gap-2 overflow-x-auto py-1" />
          <span className="ml-auto flex flex-none items-center">
            <UpdateNotice className="max-2xl:hidden" />
            <SlotPlace name="actions" className="flex flex-none items-center gap-1" />
            <SoundUnlock />
            <ConnectionPill wordFrom="xl" />
            <PrinterPlace />
            <UserMenu
              pages
              compact
              theme={false}
              extra={
                document.fullscreenEnabled
                  ? [{ label: full ? 'Leave full screen' : 'Full screen', icon: full ? <Minimize /> : <Maximize />, onSelect: toggle }]
                  : []
              }
            />
          </span>
        </header>
        <Main />
        {/* Below the board: above it, it would move every Ready under a finger when the network goes and when it comes back. */}
        <Notices
          lost="Offline. New tickets don’t come in here."
          still="You can: finish dishes, which is sent once Tawa is back. You can’t: mark dishes sold out."
        />
      </div>
    </SlotProvider>
  )
}
