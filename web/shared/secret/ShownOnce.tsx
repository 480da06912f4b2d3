import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Shows a secret that can't be read again: a key or a password. */
export function ShownOnce({
  title,
  description,
  name,
  secret,
  more,
  onClose,
}: {
  title: string
  description: string
  /** What it is, for screen readers: "The key". */
  name: string
  secret: string
  /** Another button, before the others. */
  more?: ReactNode
  onClose: () => void
}) {
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          {more}
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={copied === 'yes' ? <Check /> : <Copy />} onClick={() => void copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <code aria-label={name} className="rounded-control bg-raised p-3 text-14 break-all select-all">
          {secret}
        </code>
        {copied === 'failed' ? (
          <Banner tone="warning">The browser did not allow copying. Select the text and copy it by hand.</Banner>
        ) : null}
      </div>
    </Dialog>
  )
}
