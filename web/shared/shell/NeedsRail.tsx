import { useRef, type MouseEvent } from 'react'
import { useOverflows } from '#web/ui/hooks.ts'
import { type Need, nobodyText, UNKNOWN_REST } from './needs.ts'
import { NeedRow } from './NeedRow.tsx'

/** A second press within this time (ms) was meant for the row that has just gone, not for the one now in its place. */
const DOUBLE_PRESS_MS = 400

/**
 * "Needs a person" (SCREENS §6.27): one line below the header of every staff page, with one press each. Its place is always there, so that nothing moves under
 * a finger when a table calls.
 */
export function NeedsRail({ needs, unknown }: { needs: readonly Need[] | undefined; unknown: boolean }) {
  const [ref, overflows] = useOverflows<HTMLUListElement>()
  const guard = useDoublePress()
  return (
    <section aria-label="Needs a person" className="flex h-16 flex-none items-center gap-3 border-b border-hairline bg-surface pl-4">
      <h2 aria-hidden="true" className="w-18 flex-none text-14 leading-5 font-semibold max-lg:hidden">
        Needs a person
      </h2>
      {!needs || needs.length === 0 ? (
        <p className="text-14 text-muted">{needs ? nobodyText(unknown) : null}</p>
      ) : (
        <ul
          ref={ref}
          tabIndex={overflows ? 0 : undefined}
          aria-label="What waits"
          onClickCapture={guard}
          className="scroll-quiet -ml-2 flex h-full min-w-0 flex-1 items-center gap-2 overflow-x-auto px-2 focus-visible:-outline-offset-2 max-sm:-ml-4"
        >
          {needs.map((need) => (
            <NeedRow key={need.key} need={need} className="max-w-[min(36rem,calc(100vw-32px))] flex-none" />
          ))}
          {unknown ? <li className="flex-none px-2 text-14 text-muted">{UNKNOWN_REST}</li> : null}
        </ul>
      )}
    </section>
  )
}

/** For `onClickCapture`: ignores the second of two quick presses. */
export function useDoublePress() {
  const last = useRef(-Infinity)
  return (event: MouseEvent) => {
    if (event.timeStamp - last.current < DOUBLE_PRESS_MS) {
      event.preventDefault()
      event.stopPropagation()
    }
    last.current = event.timeStamp
  }
}
