import { createPart } from '#web/app/part.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from '#web/app/shell/Palette.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { PrintHost } from '#web/shared/print/print.tsx'

const palette = createPart(() => import('./StaffPalette.tsx'))

/** The invisible services that every shell of a restaurant needs. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  return (
    <>
      <LiveConnection />
      <PrintHost />
      <Palette shell="staff" box={palette} />
    </>
  )
}
