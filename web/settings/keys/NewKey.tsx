import { useState } from 'react'
import { TextField } from '#web/app/form/fields.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useForm } from '#web/app/form/useForm.ts'
import { ShownOnce } from '#web/shared/secret/ShownOnce.tsx'
import { useMay } from '#web/core/may.ts'
import { useCommand } from '#web/core/query.ts'

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
  if (made)
    return (
      <ShownOnce
        title={`${made.label} is ready`}
        description="Copy it now: it is shown only this once."
        name="The key"
        secret={made.secret}
        onClose={onClose}
      />
    )
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
