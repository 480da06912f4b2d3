import { to } from '#web/core/to.ts'
import { PhoneShell } from '#web/shared/shell/PhoneShell.tsx'

export default function CaptainShell() {
  return <PhoneShell shell="captain" label="Captain" home={to.captain()} />
}
