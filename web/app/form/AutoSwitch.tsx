import { useState, type ReactNode } from 'react'
import { messageOf } from '#web/core/api.ts'
import { useOnline } from '#web/core/online.ts'
import { REFUSALS } from '#web/core/may.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { Switch } from '#web/ui/Choice.tsx'

export type AutoSwitchProps = {
  label: string
  description?: ReactNode
  hideLabel?: boolean
  checked: boolean
  /** Saves it; the screen shows the new state at once and goes back when this fails. */
  save: (checked: boolean) => Promise<unknown>
  /** "Happy hour is on": what stands beside Undo. */
  saved: (checked: boolean) => string
  /** Why it can't be changed: the role, or a rule. */
  disabledReason?: string | null
  className?: string
}

/** A switch that is saved at once, with Undo (SCREENS §2.3). One that belongs to a form with a Save is a SwitchField. */
export function AutoSwitch({ label, description, hideLabel, checked, save, saved, disabledReason, className }: AutoSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const online = useOnline()
  const reason = disabledReason ?? (online ? null : REFUSALS.offline)
  const id = `switch:${label}`

  async function turn(to: boolean, undone = false) {
    setWanted(to)
    try {
      await save(to)
      if (undone) snack.close(id)
      else snack.show(saved(to), { id, action: { label: 'Undo', run: () => void turn(!to, true) } })
    } catch (error) {
      if (!(error as { shown?: boolean }).shown) snack.error(messageOf(error), { id })
    } finally {
      setWanted(null)
    }
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
      onCheckedChange={(to) => (wanted === null ? void turn(to) : undefined)}
      className={className}
    />
  )
}
