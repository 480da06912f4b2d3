import { ChevronRight, UsersRound } from 'lucide-react'
import { isolated } from '#domain/direction.ts'
import { plural } from '#domain/text.ts'
import { Button } from '#web/ui/Button.tsx'

/** The first row above the dishes: how many guests sit at the table and who they are, and where that and the order's note are typed. */
export function TableGuests({
  guests,
  name,
  reason,
  onPress,
}: {
  guests: number | null
  name: string
  /** Why it can't be changed now. */
  reason: string | null
  onPress: () => void
}) {
  const known = [guests ? plural(guests, 'guest') : null, isolated(name)].filter(Boolean)
  return (
    <div className="border-b border-hairline bg-bg">
      <Button
        variant="quiet"
        full
        icon={<UsersRound />}
        iconEnd={<ChevronRight className="ml-auto text-muted" />}
        aria-haspopup="dialog"
        disabledReason={reason}
        onClick={onPress}
        className="min-w-0 rounded-none! px-4! text-left [&>span]:w-full [&>span]:justify-start!"
      >
        {known.length > 0 ? known.join(' · ') : 'Guests, name and note'}
      </Button>
    </div>
  )
}
