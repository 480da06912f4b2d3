import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Makes a key and shows it: the only time that anybody sees it. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ secret: string; label: string } | null>(null)
  const generate = useCommand('GET /restaurant/keys/generate', { quiet: true, invalidates: ['GET /restaurant/keys'] })
  const may = useMay('GET /restaurant/keys/generate')
  const form = useForm({
    defaults: { label: '' },
    send: ({ label }) => generate.mutateAsync({ query: { label: label.trim() } }),
    onSaved: ({ key, syncKey }) => setMade({ secret: key, label: syncKey.label || 'The key' }),
    refusal: may.ok ? null : may.why,
  })
  if (made) return <MadeKey {...made} onClose={onClose} />
  return (
    <FormDialog form={form} title="New key" submitLabel="Generate key" onClose={onClose}>
      <TextField
        form={form}
        name="label"
        label="What is it for?"
        required="Enter what the key is for."
        maxLength={60}
        placeholder="Accounting"
        autoFocus
      />
    </FormDialog>
  )
}

function MadeKey({ secret, label, onClose }: { secret: string; label: string; onClose: () => void }) {
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
      title={`${label} is ready`}
      description="Copy it now: it is shown only this once."
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={copied === 'yes' ? <Check /> : <Copy />} onClick={() => void copy()}>
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <code aria-label="The key" className="rounded-control bg-raised p-3 text-14 break-all select-all">
          {secret}
        </code>
        {copied === 'failed' ? <Banner tone="warning">The browser didn’t allow copying. Select the key and copy it by hand.</Banner> : null}
      </div>
    </Dialog>
  )
}
