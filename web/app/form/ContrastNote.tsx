import { TriangleAlert } from 'lucide-react'
import { contrast, textOn } from '#domain/contrast.ts'

/**
 * How well a text colour can be read on a fill (WCAG 2.2: at least 4.5 : 1), while it is being chosen. Below that it names the colour that is used instead, as
 * `themeTokens` computes it.
 */
export function ContrastNote({ label, text, fill, instead }: { label: string; text: string; fill: string; instead?: string }) {
  const ratio = contrast(text, fill)
  const [legible, shown] = [ratio >= 4.5, instead ?? textOn(fill, text).text]
  return (
    <p
      role="status"
      className={
        legible ? 'text-14 text-muted' : 'flex items-start gap-1.5 rounded-control bg-warning-soft px-2 py-1 text-14 text-on-warning-soft'
      }
    >
      {legible ? null : <TriangleAlert className="mt-0.5 size-4 flex-none" aria-hidden="true" />}
      <span>
        {label}: <b className="num font-semibold">{ratio.toFixed(2)} : 1</b>
        {legible ? '' : `. Hard to read, the minimum is 4.5 : 1. ${shown} is used instead.`}
      </span>
    </p>
  )
}
