import { ImagePlus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { logoWidthFor } from '#domain/print/lines.ts'
import { PrintProblem, withStop } from '#web/shared/print/problems.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/Field.tsx'

const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** The image above a bill, as base64 (`imageBase64ForBill`), or null. It is made smaller on this device, and saved with the form. */
export function LogoInput({ label, value, onChange }: { label: string; value: string | null; onChange: (image: string | null) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function read(file: File) {
    const image = KINDS.includes(file.type) ? await logoOf(file).catch(() => null) : null
    const why = file.size === 0 ? 'emptyLogo' : KINDS.includes(file.type) ? 'unreadLogo' : null
    const sentence = why ? `${withStop(new PrintProblem(why).message)} ` : ''
    setFailure(image ? null : `${sentence}Choose a JPEG, PNG or WebP image.`)
    if (image) onChange(image)
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <label className="relative inline-flex h-8 items-center gap-2 rounded-control border border-border bg-surface px-3 text-14 font-medium hover:bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary pointer-coarse:h-12">
          <ImagePlus aria-hidden="true" />
          {value ? 'Replace' : 'Choose an image'}
          <input
            ref={input}
            type="file"
            aria-label={label}
            aria-describedby={failure ? id : undefined}
            accept={KINDS.join(',')}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const file = event.target.files?.[0]
              // The same file may be chosen again.
              event.target.value = ''
              if (file) void read(file)
            }}
          />
        </label>
        {value ? (
          <Button
            size={32}
            variant="quiet"
            icon={<Trash2 />}
            onClick={() => {
              onChange(null)
              input.current?.focus()
            }}
          >
            Remove
          </Button>
        ) : null}
      </div>
      {failure ? (
        <div role="alert">
          <FieldError id={id}>{failure}</FieldError>
        </div>
      ) : null}
    </div>
  )
}

/**
 * The image on white, as a PNG: no wider than a logo on wide paper has dots (SPEC §5), and no higher, so that it stays far below the contract's 400,000
 * characters. Throws when the file is no image.
 */
async function logoOf(file: File): Promise<string> {
  const image = await createImageBitmap(file)
  const most = logoWidthFor(48)
  const scale = Math.min(1, most / image.width, most / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
