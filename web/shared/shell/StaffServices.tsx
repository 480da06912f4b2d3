import { createPart } from '#web/app/part.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from '#web/app/shell/Palette.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { useProfile } from '#web/core/profile.ts'
import { usePagePrints } from '#web/shared/print/asked.ts'
import { PrintHost } from '#web/shared/print/host.tsx'

const palette = createPart(() => import('./StaffPalette.tsx'))
const station = createPart(() => import('#web/shared/print/PrintStation.tsx'))
const beside = createPart(() => import('./Beside.tsx'))

/** The invisible services that every shell of a restaurant needs. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  const rest = beside.useWhen(true, {})
  const printing = station.useWhen(usePagePrints(), {})
  return (
    <>
      <LiveConnection />
      <PrintHost />
      {printing}
      {rest}
      <Palette shell="staff" box={palette} />
    </>
  )
}
