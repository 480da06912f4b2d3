import { ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type Input, messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFieldControl } from '#web/ui/Field.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { BoundField, type FieldProps } from './Bound.tsx'

const KINDS = ['image/jpeg', 'image/png', 'image/webp']
const MB = 1024 * 1024
const MOST_BYTES = 10 * MB
/** A larger image is made smaller before it is sent: guests load it on their phones. */
const LIGHT_BYTES = 2 * MB
const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
const IMAGE_HINT = 'JPEG, PNG or WebP, at most 10 MB.'

/** Why a file can't be uploaded; null if it can. The server has the same limits; checked here before anything is sent. */
function imageRefusal(file: Pick<File, 'type' | 'size'>): string | null {
  if (!KINDS.includes(file.type)) return 'Choose a JPEG, PNG or WebP image.'
  return file.size > MOST_BYTES ? `This image is ${megabytes(file.size)}. The limit is 10 MB.` : null
}

class Refused extends Error {}

/** The file to send for a chosen image: itself, or a smaller copy if it is large. Throws the reason when no copy can be made. */
async function light(file: File): Promise<File> {
  if (file.size <= LIGHT_BYTES) return file
  const { smallerImage } = await import('./smallerImage.ts')
  const smaller = await smallerImage(file, LIGHT_BYTES)
  if (!smaller) throw new Refused(`This image is ${megabytes(file.size)} and can’t be made smaller than 2 MB. Choose another one.`)
  return smaller
}

type Purpose = Input<'POST /media'>['body']['purpose']

/** An image, made smaller if it is above 2 MB and uploaded when it is chosen; the value is its address, or null. */
export function ImageField<V extends FieldValues>({
  purpose,
  onChosen,
  ...props
}: FieldProps<V, string | null> & {
  purpose: Purpose
  /** A file was chosen that can be uploaded. */
  onChosen?: (file: File) => void
}) {
  return (
    <BoundField
      {...props}
      hint={props.hint ?? IMAGE_HINT}
      required={props.required === true ? `Choose the ${props.label.toLowerCase()}.` : props.required}
    >
      {({ field }) => (
        <ImageInput
          ref={field.ref}
          label={props.label}
          purpose={purpose}
          onChosen={onChosen}
          value={(field.value as string | null) || null}
          onChange={field.onChange}
          onUpload={(stop) => props.form.hold('The image is still uploading', stop)}
        />
      )}
    </BoundField>
  )
}

function ImageInput({
  label,
  purpose,
  onChosen,
  value,
  onChange,
  onUpload,
  ref,
}: {
  label: string
  purpose: Purpose
  onChosen: ((file: File) => void) | undefined
  value: string | null
  onChange: (url: string | null) => void
  /** An upload starts, which `stop` ends; call the returned function when it has ended. */
  onUpload: (stop: () => void) => () => void
  ref: React.Ref<HTMLInputElement>
}) {
  const control = useFieldControl({})
  const input = useRef<HTMLInputElement | null>(null)
  const [upload, setUpload] = useState<{ preview: string; share: number } | null>(null)
  const [failure, setFailure] = useState<{ text: string; file: File | null } | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(chosen: File) {
    const refusal = imageRefusal(chosen)
    if (refusal) return setFailure({ text: refusal, file: null })
    setFailure(null)
    setNote(null)
    onChosen?.(chosen)
    const preview = URL.createObjectURL(chosen)
    setUpload({ preview, share: 0 })
    // Another image was chosen meanwhile: this one no longer counts.
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const release = onUpload(() => stop.abort())
    try {
      const file = await light(chosen)
      if (file !== chosen && !stop.signal.aborted) setNote(`Made smaller: from ${megabytes(chosen.size)} to ${megabytes(file.size)}.`)
      const { url } = await command(
        'POST /media',
        { body: { purpose }, files: { file } },
        { signal: stop.signal, onProgress: (share) => running.current === stop && setUpload((old) => old && { ...old, share }) },
      )
      if (!stop.signal.aborted) onChange(url)
    } catch (error) {
      if (!stop.signal.aborted) setFailure({ text: messageOf(error), file: error instanceof Refused ? null : chosen })
    } finally {
      release()
      URL.revokeObjectURL(preview)
      if (running.current === stop) setUpload(null)
    }
  }

  const shown = upload?.preview ?? value
  const percent = Math.round((upload?.share ?? 0) * 100)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        {shown ? (
          <img
            src={shown}
            alt={`${label}, as it is ${upload ? 'being sent' : 'now'}`}
            className="size-20 flex-none rounded-card border border-hairline object-cover"
          />
        ) : null}
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <label className="relative inline-flex h-11 items-center gap-2 rounded-control border border-border bg-surface px-4 text-14 font-medium hover:bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary pointer-coarse:h-12">
            <ImagePlus aria-hidden="true" />
            {value ? 'Replace' : 'Choose an image'}
            <input
              {...control}
              ref={(node) => {
                input.current = node
                if (typeof ref === 'function') return ref(node)
                if (ref) ref.current = node
              }}
              type="file"
              aria-label={label}
              accept={KINDS.join(',')}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={(event) => {
                const file = event.target.files?.[0]
                // The same file may be chosen again.
                event.target.value = ''
                if (file) void send(file)
              }}
            />
          </label>
          {upload ? (
            <Button size={44} variant="quiet" onClick={() => running.current?.abort()}>
              Stop
            </Button>
          ) : value ? (
            <Button
              size={44}
              variant="quiet"
              icon={<Trash2 />}
              onClick={() => {
                onChange(null)
                setNote(null)
                input.current?.focus()
              }}
            >
              Remove
            </Button>
          ) : null}
        </div>
      </div>
      {upload ? (
        <div className="grid gap-1">
          <Meter label={`Sending ${label.toLowerCase()}`} value={percent} max={100} valueText={`${percent}%`} />
          <p className="num text-14 text-muted">{percent}% sent</p>
        </div>
      ) : null}
      {note ? (
        <p role="status" className="text-14 text-muted">
          {note}
        </p>
      ) : null}
      {failure ? (
        <p
          role="alert"
          className="flex flex-wrap items-center gap-2 rounded-control bg-danger-soft px-3 py-2 text-14 font-medium text-on-danger-soft"
        >
          <span className="min-w-0 flex-1">{failure.text}</span>
          {failure.file ? (
            <Button size={32} onClick={() => failure.file && void send(failure.file)}>
              Try again
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
