import { Popover } from '#web/ui/Popover.tsx'
import type { OpenedProps } from '#web/app/shell/OpensOnPress.tsx'
import { type Need, nobodyText, UNKNOWN_REST } from './needs.ts'
import { NeedRow } from './NeedRow.tsx'
import { useDoublePress } from './NeedsRail.tsx'

/** The list that the bell opens: the same rows as the rail's, also where the window is too low for the rail. */
export default function AlertList({ trigger, needs, unknown }: OpenedProps & { needs: readonly Need[]; unknown: boolean }) {
  const guard = useDoublePress()
  return (
    <Popover defaultOpen trigger={trigger} label="Needs a person" className="w-100 p-2">
      <h2 className="px-2 py-1.5 text-14 font-semibold">Needs a person</h2>
      {needs.length === 0 ? <p className="px-2 pb-2 text-14 text-muted">{nobodyText(unknown)}.</p> : null}
      <ul className="grid gap-2" onClickCapture={guard}>
        {needs.map((need) => (
          <NeedRow key={need.key} need={need} full />
        ))}
        {unknown && needs.length > 0 ? <li className="px-2 text-14 text-muted">{UNKNOWN_REST}.</li> : null}
      </ul>
    </Popover>
  )
}
