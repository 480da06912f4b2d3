import { useQueryClient } from '@tanstack/react-query'
import { FileText, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { randomId } from '#domain/ids.ts'
import { ApiError, messageOf } from '#web/core/api.ts'
import { command } from '#web/core/attempt.ts'
import { intoNewest } from '#web/shared/newest.ts'
import { useOnline } from '#web/core/online.ts'
import { Button } from '#web/ui/Button.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { type Application, APPLICATION } from './useApplication.ts'

const KINDS = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']
const MB = 1024 * 1024
const MOST_BYTES = 10 * MB
/** The server's limits (domain/api/restaurant.ts). */
const MOST = 5
const MOST_NAME = 300

/** Why a file can't be a document; null if it can. The server has the same limits. */
function fileRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!KINDS.includes(type)) return 'Choose a PDF, JPEG, PNG or WebP file.'
  if (size === 0) return 'This file is empty.'
  return size > MOST_BYTES ? `This file is ${(size / MB).toFixed(1)} MB. The limit is 10 MB.` : null
}

/** True if sending the same file again may work, because the server has not refused its content. */
const mayGoLater = (error: unknown) => !(error instanceof ApiError && [413, 415, 422].includes(error.status))

type Kept = Application['documents'][number]
/** A chosen file that is not among the documents yet. `share` while it is being sent; `retry` when it may be sent again. */
type Waiting = { id: string; file: File; share: number | null; failure: string | null; retry: boolean }

/** The application's documents: added with their progress, sent again after a failure, and removed. */
export function Documents({ restaurant }: { restaurant: Application }) {
  const client = useQueryClient()
  const online = useOnline()
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  /** One after the other, because each saves the whole list of documents. */
  const queue = useRef(Promise.resolve())
  const { documents } = restaurant
  const room = MOST - documents.length - waiting.length

  const change = (id: string, part: Partial<Waiting>) => setWaiting((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: string) => setWaiting((all) => all.filter((one) => one.id !== id))

  async function save(next: (now: readonly Kept[]) => Kept[]) {
    const now = client.getQueryData<{ restaurant: Application }>(APPLICATION.queryKey)?.restaurant.documents ?? documents
    const put = (documentsBefore: Kept[]) =>
      command('PUT /restaurant/profile', { body: { documents: next(documentsBefore), documentsBefore } })
    client.setQueryData(APPLICATION.queryKey, await intoNewest(now, put, (details) => details.documents))
  }

  function inTurn(work: () => Promise<void>): void {
    queue.current = queue.current.then(work)
  }

  const send = ({ id, file }: Pick<Waiting, 'id' | 'file'>) => {
    change(id, { share: 0, failure: null, retry: false })
    inTurn(async () => {
      try {
        const { url } = await command(
          'POST /media',
          { body: { purpose: 'application' }, files: { file } },
          { onProgress: (share) => change(id, { share }) },
        )
        // The same file uploaded again has the same address.
        await save((now) => [...now.filter((d) => d.url !== url), { name: file.name.slice(-MOST_NAME), url }])
        drop(id)
      } catch (error) {
        change(id, { share: null, failure: messageOf(error), retry: mayGoLater(error) })
      }
    })
  }

  function choose(files: readonly File[]) {
    for (const file of files.slice(0, room)) {
      const failure = fileRefusal(file)
      const one = { id: randomId(), file, share: null, failure, retry: false }
      setWaiting((all) => [...all, one])
      if (!failure) send(one)
    }
  }

  const [removing, setRemoving] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = (url: string) => {
    setRemoving(url)
    setProblem(null)
    inTurn(async () => {
      await save((now) => now.filter((d) => d.url !== url)).catch((error: unknown) => setProblem(messageOf(error)))
      setRemoving(null)
    })
  }

  return (
    <section aria-label="Documents" className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="font-semibold">Documents</h2>
        <p className="text-14 text-muted">
          Certificates of GST and FSSAI, or a proof of the address. At most {MOST} files: PDF, JPEG, PNG or WebP, each at most 10 MB. Only
          our team sees them.
        </p>
      </div>
      {documents.length + waiting.length > 0 ? (
        <ul className="divide-y divide-hairline rounded-card border border-hairline">
          {documents.map(({ name, url }) => (
            <li key={url} className="flex min-h-12 items-center gap-3 px-3 py-1">
              <FileText className="flex-none text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 text-14 [overflow-wrap:anywhere]">{name}</span>
              <Button
                size={44}
                variant="quiet"
                icon={<Trash2 />}
                aria-label={`Remove ${name}`}
                loading={removing === url}
                onClick={() => remove(url)}
              />
            </li>
          ))}
          {waiting.map((one) => (
            <Row key={one.id} {...one} onRetry={() => send(one)} onRemove={() => drop(one.id)} />
          ))}
        </ul>
      ) : null}
      {problem ? (
        <p role="alert" className="text-14 text-danger">
          {problem}
        </p>
      ) : null}
      {room > 0 ? (
        <label className="relative inline-flex h-11 items-center gap-2 justify-self-start rounded-control border border-border bg-surface px-4 text-14 font-medium hover:bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary pointer-coarse:h-12">
          <Upload aria-hidden="true" />
          {documents.length + waiting.length > 0 ? 'Add another file' : 'Add a file'}
          <input
            type="file"
            multiple
            disabled={!online}
            accept={KINDS.join(',')}
            aria-label="Add documents"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              // The same file may be chosen again.
              event.target.value = ''
              choose(files)
            }}
          />
        </label>
      ) : (
        <p className="text-14 text-muted">These are {MOST} files. Remove one to add another.</p>
      )}
      {online ? null : (
        <p role="status" className="text-14 text-muted">
          You are offline. Documents can be added when the connection is back.
        </p>
      )}
    </section>
  )
}

function Row({ file, share, failure, retry, onRetry, onRemove }: Waiting & { onRetry: () => void; onRemove: () => void }) {
  const percent = Math.round((share ?? 0) * 100)
  return (
    <li className="grid grid-cols-1 gap-1.5 px-3 py-2.5">
      <span className="flex items-center gap-3">
        <FileText className="flex-none text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1 text-14 [overflow-wrap:anywhere]">{file.name}</span>
        {share === null ? null : <span className="num text-14 text-muted">{percent}%</span>}
      </span>
      {share === null ? null : <Meter label={`Sending ${file.name}`} value={percent} max={100} valueText={`${percent}%`} />}
      {failure ? (
        <span className="flex flex-wrap items-center gap-2">
          <span role="alert" className="min-w-0 flex-1 basis-40 text-14 text-danger">
            {failure}
          </span>
          {retry ? (
            <Button size={32} onClick={onRetry} aria-label={`Try again: ${file.name}`}>
              Try again
            </Button>
          ) : null}
          <Button size={32} variant="quiet" onClick={onRemove} aria-label={`Leave out ${file.name}`}>
            Leave out
          </Button>
        </span>
      ) : null}
    </li>
  )
}
