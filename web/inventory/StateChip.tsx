import { Ban, CalendarClock, CalendarX2, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StockState } from '#domain/stock.ts'
import { dayText } from '#domain/time.ts'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'

const LOOKS: Record<Exclude<StockState, 'ok'>, { tone: Tone; icon: ReactNode; word: string }> = {
  out: { tone: 'danger', icon: <Ban />, word: 'Out' },
  expired: { tone: 'danger', icon: <CalendarX2 />, word: 'Expired' },
  low: { tone: 'warning', icon: <PackageOpen />, word: 'Low' },
  expiring: { tone: 'warning', icon: <CalendarClock />, word: 'Expires' },
}

/** A state's word, as in the CSV file. */
export const stateWord = (state: StockState): string => (state === 'ok' ? 'In stock' : LOOKS[state].word)

/** A state as a chip, with the date for "Expires". A material in a good state shows in muted text when its first lot expires. */
export function StateChip({ state, expires }: { state: StockState; expires: string | null }) {
  if (state === 'ok') return <span className="text-14 text-muted">{expires ? `Expires ${dayText(expires)}` : 'In stock'}</span>
  const { tone, icon, word } = LOOKS[state]
  return (
    <StatusChip tone={tone} icon={icon}>
      {expires && (state === 'expired' || state === 'expiring') ? `${word} ${dayText(expires)}` : word}
    </StatusChip>
  )
}
