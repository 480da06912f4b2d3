import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OrderShape } from '#domain/api/order.ts'
import { useProfile } from '#web/core/profile.ts'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { type FileOptions, giveBill } from './billFile.ts'

type PdfButtonProps = Pick<ButtonProps, 'full' | 'disabledReason'> & {
  order: OrderShape
  options: FileOptions
  label: string
  /** What a press does instead, if the file isn't made here. */
  instead?: (() => void) | null
}

/** Shares or saves a bill as a PDF, and is busy while the file is made. */
export function PdfButton({ order, options, label, instead, full, disabledReason }: PdfButtonProps) {
  const restaurant = useProfile()
  const [making, setMaking] = useState(false)
  const give = async () => {
    if (!restaurant) return
    setMaking(true)
    await giveBill(order, restaurant, options)
    setMaking(false)
  }
  return (
    <Button
      full={full}
      icon={<Download />}
      loading={making}
      disabledReason={restaurant ? disabledReason : 'Loading'}
      onClick={instead ?? (() => void give())}
    >
      {label}
    </Button>
  )
}
