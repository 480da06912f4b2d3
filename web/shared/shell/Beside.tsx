import { useMay } from '#web/core/may.ts'
import { CashDrawerHost } from '#web/shared/drawer/host.tsx'
import StillSoldOut from './StillSoldOut.tsx'

/** What every shell of a restaurant has that is not needed at first: its script is fetched beside the page. */
export default function Beside() {
  const mayTell = useMay('PATCH /menus/item/:id/availability').ok
  return (
    <>
      {mayTell ? <StillSoldOut /> : null}
      <CashDrawerHost />
    </>
  )
}
