import { useLocation } from 'react-router'
import { createPart } from '#web/app/part.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from '#web/app/shell/Palette.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { to } from '#web/core/to.ts'
import { useAskedForPaper } from '#web/shared/print/asked.ts'
import { PrintHost } from '#web/shared/print/host.tsx'

const palette = createPart(() => import('./StaffPalette.tsx'))
const station = createPart(() => import('#web/shared/print/PrintStation.tsx'))
/** The pages that print by themselves (SPEC §2). */
const PRINTING: readonly string[] = [to.pos(), to.kitchen(), to.tables(), to.orders()]
const stillSoldOut = createPart(() => import('./StillSoldOut.tsx'))

/** The invisible services that every shell of a restaurant needs. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  const soldOut = stillSoldOut.useWhen(useMay('PATCH /menus/item/:id/availability').ok, {})
  const mayPrint = useMay('POST /print/lease').ok
  const { pathname } = useLocation()
  const asked = useAskedForPaper(pathname)
  const printing = station.useWhen(mayPrint && (asked || PRINTING.includes(pathname.replace(/\/$/, ''))), {})
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
