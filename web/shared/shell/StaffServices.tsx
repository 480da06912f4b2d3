import { useEffect } from 'react'
import { createPart } from '#web/app/part.ts'
import { useRestaurantColours } from '#web/app/theme.ts'
import { Palette } from '#web/app/shell/Palette.tsx'
import { LiveConnection } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { useProfile } from '#web/core/profile.ts'
import { PrintHost } from '#web/shared/print/print.tsx'

const palette = createPart(() => import('./StaffPalette.tsx'))
const stillSoldOut = createPart(() => import('./StillSoldOut.tsx'))

/** The invisible services that every shell of a restaurant needs. */
export function StaffServices() {
  const profile = useProfile()
  useRestaurantColours(profile)
  const mayPutBack = useMay('PATCH /menus/item/:id/availability').ok
  useEffect(() => {
    if (mayPutBack) stillSoldOut.fetch()
  }, [mayPutBack])
  return (
    <>
      <LiveConnection />
      <PrintHost />
      {mayPutBack ? <stillSoldOut.Part /> : null}
      <Palette shell="staff" box={palette} />
    </>
  )
}
