import { ExternalLink, FileText, Image, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

type Document = { name: string; url: string }

/** Its address without the signature, which changes from time to time. */
const fileOf = ({ url }: Document) => url.split('?')[0]
const isPdf = ({ url }: Document) => /\.pdf(\?|$)/.test(url)

/**
 * Documents that somebody sent, read without a download. A picture is shown here. A PDF opens in a separate tab, never inside the page, so that its content is kept
 * apart from ours (docs/architecture.md, "Uploads"). Links are signed for ten minutes; `onExpired` asks for new ones.
 */
export function Documents({ documents, onExpired }: { documents: readonly Document[]; onExpired: () => void }) {
  const [chosen, setChosen] = useState(0)
  const open = documents[Math.min(chosen, documents.length - 1)]
  if (!open) return <p className="text-14 text-muted">Nothing was uploaded.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Shown key={fileOf(open)} document={open} onExpired={onExpired} />
      <ul>
        {documents.map((document, i) => {
          const Icon = isPdf(document) ? FileText : Image
          return (
            <li key={document.name + i} className="flex min-h-9 items-center gap-2 border-t border-hairline text-14 first:border-t-0">
              <button
                type="button"
                aria-pressed={document === open}
                onClick={() => setChosen(i)}
                className={cx(
                  'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control px-1 text-left hover:bg-raised pointer-coarse:min-h-12',
                  document === open && 'font-semibold',
                )}
              >
                <Icon className="size-4.5 flex-none text-muted" aria-hidden="true" />
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{document.name}</span>
              </button>
              <Button asChild icon={<ExternalLink className="size-4" />} size={32} variant="link">
                <a href={document.url} target="_blank" rel="noopener noreferrer" aria-label={`Open ${document.name} in a new tab`}>
                  Open
                </a>
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Shown({ document, onExpired }: { document: Document; onExpired: () => void }) {
  /** The link that opened nothing. */
  const [failed, setFailed] = useState<string | null>(null)
  const box = 'grid h-60 grid-cols-[minmax(0,1fr)] place-items-center overflow-hidden rounded-control border border-hairline bg-raised'
  if (isPdf(document))
    return (
      <div className={box}>
        <div className="grid justify-items-center gap-3 p-4 text-14">
          <FileText className="size-12 text-muted" aria-hidden="true" />
          <p className="max-w-full text-center [overflow-wrap:anywhere]">{document.name}</p>
          <Button asChild icon={<ExternalLink className="size-4" />} size={40}>
            <a href={document.url} target="_blank" rel="noopener noreferrer">
              Read the PDF
            </a>
          </Button>
        </div>
      </div>
    )
  if (failed === document.url)
    return (
      <div className={box}>
        <div className="grid justify-items-center gap-3 p-4 text-14">
          <p>The picture could not be shown. Its link may have expired.</p>
          <Button
            size={40}
            icon={<RotateCcw />}
            onClick={() => {
              setFailed(null)
              onExpired()
            }}
          >
            Try again
          </Button>
        </div>
      </div>
    )
  return (
    <a href={document.url} target="_blank" rel="noopener noreferrer" className={box}>
      <img src={document.url} alt={document.name} onError={() => setFailed(document.url)} className="max-h-60 max-w-full object-contain" />
    </a>
  )
}
