import { MESSAGES } from '#domain/messages.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Live } from '#web/ui/Live.tsx'
import type { Changes } from './changes.ts'

/** "Changed on another device: +2 Beer", above an order's lines (SCREENS G6). */
export function ChangedNotice({ changes }: { changes: Changes | null }) {
  return (
    <Live visible>
      {changes ? (
        <Banner tone="info" flush role="note">
          {MESSAGES.changedElsewhere}: {changes.words.join(', ')}
        </Banner>
      ) : null}
    </Live>
  )
}
