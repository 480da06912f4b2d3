import { Plus, ReceiptText } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useBegin } from './useCurrent.ts'

/** Shown when the order or the table in the address no longer exists. */
export function Gone({ title }: { title: string }) {
  const begin = useBegin()
  return (
    <EmptyState
      icon={<ReceiptText />}
      title={title}
      className="flex-1"
      action={
        <Button variant="primary" size={56} icon={<Plus />} onClick={begin}>
          New order
        </Button>
      }
    />
  )
}
