import { Ban, MessageSquareText, Trash2 } from 'lucide-react'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type DraftLine, lineAmount, MAX_QUANTITY, modsOf } from '#domain/ticket.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { Money } from '#web/app/Money.tsx'
import { NoteBand } from '#web/shared/order/KotLines.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'

type LineActions = {
  onActivate: (key: string) => void
  onQuantity: (line: DraftLine, quantity: number) => void
  onNote: (line: DraftLine) => void
  onCustomise: (line: DraftLine) => void
  onRemove: (line: DraftLine) => void
}

export interface DraftLinesProps extends LineActions {
  lines: readonly DraftLine[]
  activeKey: string | null
  /** True for a dish that can no longer be sold */
  isOff: (line: DraftLine) => boolean
  /** True for a dish with variants or addons */
  hasChoice: (line: DraftLine) => boolean
}

/**
 * The lines of the unsent ticket; the selected one shows its controls. Only the lines that changed are rendered: callbacks, which are new with each render, are
 * read at the press.
 */
export function DraftLines({ lines, activeKey, isOff, hasChoice, ...actions }: DraftLinesProps) {
  const act = useRef<LineActions>(actions)
  useLayoutEffect(() => {
    act.current = actions
  })
  return (
    <ul aria-label="New ticket">
      {lines.map((line) => (
        <Row key={line.key} line={line} active={line.key === activeKey} off={isOff(line)} choice={hasChoice(line)} act={act} />
      ))}
    </ul>
  )
}

type RowProps = { line: DraftLine; active: boolean; off: boolean; choice: boolean; act: RefObject<LineActions> }

const Row = memo(function Row({ line, active, off, choice, act }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Not within the press: it would lay out the page before the line is painted.
    if (active) afterPaint(() => row.current?.scrollIntoView({ block: 'nearest' }))
  }, [active])
  const mods = modsOf(line, { prices: true })
  return (
    <li
      ref={row}
      className={cx(
        'relative',
        active && 'bg-raised before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent',
        off && 'bg-danger-soft',
      )}
    >
      <button
        type="button"
        aria-expanded={active}
        onClick={() => act.current.onActivate(line.key)}
        className="grid min-h-12 w-full grid-cols-[minmax(28px,auto)_minmax(0,1fr)_auto] content-center gap-x-1 px-4 py-2 text-left leading-5 focus-visible:-outline-offset-2"
      >
        <b className="num font-semibold">
          {line.quantity} <span className="font-normal text-muted">×</span>
        </b>
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{line.itemName}</span>
        <Money paise={lineAmount(line)} />
        {mods.map((mod) => (
          <span key={mod} className="col-start-2 text-14 text-muted">
            {mod}
          </span>
        ))}
        {line.additionalItemNote ? <NoteBand className="col-start-2 mt-1 justify-self-start">{line.additionalItemNote}</NoteBand> : null}
        {off ? (
          <StatusChip tone="danger" icon={<Ban aria-hidden="true" />} className="col-start-2 mt-1 justify-self-start">
            Unavailable
          </StatusChip>
        ) : null}
      </button>
      {active ? (
        <div className="flex flex-wrap gap-2 px-4 pt-0.5 pb-2.5">
          <Stepper
            label={`Quantity of ${line.itemName}`}
            decreaseLabel={`Fewer ${line.itemName}`}
            increaseLabel={`More ${line.itemName}`}
            value={line.quantity}
            max={MAX_QUANTITY}
            onChange={(quantity) => act.current.onQuantity(line, quantity)}
          />
          {choice ? (
            <>
              <Button className="px-3!" aria-label={`Customise ${line.itemName}`} onClick={() => act.current.onCustomise(line)}>
                Customise
              </Button>
              <IconButton
                variant="outline"
                label={`Note for ${line.itemName}`}
                icon={<MessageSquareText />}
                onClick={() => act.current.onNote(line)}
              />
              <IconButton label={`Remove ${line.itemName}`} icon={<Trash2 />} onClick={() => act.current.onRemove(line)} />
            </>
          ) : (
            <>
              <Button icon={<MessageSquareText />} aria-label={`Note for ${line.itemName}`} onClick={() => act.current.onNote(line)}>
                Note
              </Button>
              <Button
                variant="quiet"
                icon={<Trash2 />}
                aria-label={`Remove ${line.itemName}`}
                className="px-3!"
                onClick={() => act.current.onRemove(line)}
              >
                <span className="@max-[56rem]:sr-only">Remove</span>
              </Button>
            </>
          )}
        </div>
      ) : null}
    </li>
  )
})
