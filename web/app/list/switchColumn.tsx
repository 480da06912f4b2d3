import type { Call } from '#domain/api/index.ts'
import { AutoSwitch } from '../form/AutoSwitch.tsx'
import type { Column } from './columns.ts'

export type SwitchColumn<T> = {
  key: string
  head: string
  isOn: (row: T) => boolean
  /** What `save` calls: somebody who may not make it can't press the switch. */
  call: Call
  /** Names the switch: "Asha is active". */
  label: (row: T) => string
  /** Saves it. The promise lasts until the row has its new state (`refreshes` of useCommand). */
  save: (row: T, on: boolean) => Promise<unknown>
  /** The text beside Undo. */
  saved: (row: T, on: boolean) => string
  /** Why this row's can't be changed. */
  refusal?: (row: T) => string | null
}

/** A column of switches that are saved at once, with Undo; beside the name on a card. */
export const switchColumn = <T,>({ key, head, isOn, call, label, save, saved, refusal }: SwitchColumn<T>): Column<T> => ({
  key,
  head,
  value: isOn,
  cell: (row) => (
    <AutoSwitch
      call={call}
      label={label(row)}
      hideLabel
      checked={isOn(row)}
      save={(on) => save(row, on)}
      saved={(on) => saved(row, on)}
      disabledReason={refusal?.(row)}
    />
  ),
  width: 'w-24',
  card: 'end',
})
