import { createPart } from '#web/app/part.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from '#web/app/shell/Palette.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { usePagePrints } from '#web/shared/print/asked.ts'
import { PrintHost } from '#web/shared/print/host.tsx'

const palette = createPart(() => import('./StaffPalette.tsx'))
const station = createPart(() => import('#web/shared/print/PrintStation.tsx'))
const stillSoldOut = createPart(() => import('./StillSoldOut.tsx'))

/** The invisible services that every shell of a restaurant needs. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  const soldOut = stillSoldOut.useWhen(useMay('PATCH /menus/item/:id/availability').ok, {})
  const printing = station.useWhen(usePagePrints(), {})
  return (
    <>
      <LiveConnection />
      <PrintHost />
      {printing}
      {soldOut}
      <Palette shell="staff" box={palette} />
    </>
  )
}
