import { useRef, useState, type ReactNode } from 'react'
import type { Call } from '#domain/api/index.ts'
import { useOnline } from '#web/core/online.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { showError, snack } from '#web/app/feedback/snack.tsx'
import { Switch } from '#web/ui/Choice.tsx'

export type AutoSwitchProps = {
  label: string
  description?: ReactNode
  hideLabel?: boolean
  checked: boolean
  /** What `save` calls: somebody who may not make it can't press the switch. */
  call: Call
  /** Saves it; the screen shows the new state at once and goes back when this fails. */
  save: (checked: boolean) => Promise<unknown>
  /** "Happy hour is on": the text beside Undo. */
  saved: (checked: boolean) => string
  /** Why it can't be changed, besides the role and the connection. */
  disabledReason?: string | null
  className?: string
}

/** A switch that is saved at once, with Undo (SCREENS §2.3). One that belongs to a form with a Save is a SwitchField. */
export function AutoSwitch({ label, description, hideLabel, checked, call, save, saved, disabledReason, className }: AutoSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const saving = useRef(false)
  const next = useRef<boolean | null>(null)
  const online = useOnline()
  const may = useMay(call)
  const reason = disabledReason ?? (may.ok ? null : may.why) ?? (online ? null : REFUSALS.offline)
  const id = `switch:${label}`

  async function turn(to: boolean, undone = false): Promise<void> {
    setWanted(to)
    // Pressed again before the answer: the last press counts, and is sent when the answer is there.
    if (saving.current) {
      next.current = to
      return
    }
    saving.current = true
    const savedIt = await save(to).then(
      () => true,
      (error: unknown) => {
        // An id of its own: a message with the id of a closing one would be closed with it.
        showError(error, { id: `${id}:failed` })
        return false
      },
    )
    saving.current = false
    const then = next.current
    next.current = null
    const now = savedIt ? to : !to
    if (then !== null && then !== now) return turn(then)
    setWanted(null)
    if (!savedIt) return
    if (undone) snack.close(id)
    else snack.show(saved(to), { id, action: { label: 'Undo', run: () => void turn(!to, true) } })
  }

  return (
    <Switch
      label={label}
      hideLabel={hideLabel}
      description={reason ?? description}
      title={reason ?? undefined}
      checked={wanted ?? checked}
      disabled={reason !== null}
      aria-busy={wanted !== null || undefined}
      onCheckedChange={(to) => void turn(to)}
      className={className}
    />
  )
}
