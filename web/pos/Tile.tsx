import { Ban, ChevronRight, Ellipsis } from 'lucide-react'
import { type CSSProperties, memo, useRef } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { leastPrice } from '#domain/menu.ts'
import { needsChoice } from '#domain/ticket.ts'
import { Money } from '#web/app/Money.tsx'
import { isSoldOut, leftText } from '#web/shared/menu/menu.ts'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { useLongPress } from '#web/ui/hooks.ts'

export interface TileProps {
  item: MenuItemShape
  /** Unsent portions */
  count: number
  /** The one tile that Tab reaches; arrow keys move on from it */
  tabbable: boolean
  id: string
  onPick: (item: MenuItemShape, tile: HTMLElement) => void
  onMenu: (item: MenuItemShape, tile: HTMLElement) => void
  onFocus: (id: string) => void
}

/**
 * The browser lays out and paints only the tiles in view, so that a press on a menu of 500 dishes costs no more than on one of 50; find in page and the
 * keyboard reach all of them. ⋯ reaches 12 px over the tile's edge, so browsers that would cut it paint all tiles. A tile's size doesn't depend on its content, so that a
 * changed count needs a new layout of this tile only, not of the menu.
 */
const drawnInView: CSSProperties = {
  contain: 'size layout style',
  ...(globalThis.CSS?.supports?.('overflow-clip-margin: 12px') ? { contentVisibility: 'auto', overflowClipMargin: '12px' } : {}),
}

/** One dish: a tap adds it; a long press, a right click or ⋯ opens its menu. */
export const Tile = memo(function Tile({ item, count, tabbable, id, onPick, onMenu, onFocus }: TileProps) {
  const tile = useRef<HTMLButtonElement>(null)
  const hold = useLongPress(() => {
    if (tile.current) onMenu(item, tile.current)
  })
  const off = isSoldOut(item)
  const left = leftText(item)
  return (
    <div className="group/tile relative h-24 hover:z-1" style={drawnInView}>
      <button
        {...hold}
        ref={tile}
        type="button"
        data-tile={id}
        tabIndex={tabbable ? 0 : -1}
        aria-disabled={off || undefined}
        onFocus={() => onFocus(id)}
        onClick={(event) => onPick(item, event.currentTarget)}
        className={cx(
          'flex h-24 w-full flex-col justify-between rounded-card border p-2.5 text-left leading-5 font-medium tracking-[-0.01em] select-none [-webkit-touch-callout:none]',
          off
            ? 'cursor-not-allowed border-hairline text-muted'
            : count > 0
              ? 'border-accent bg-surface ring-1 ring-accent ring-inset active:bg-raised'
              : 'border-hairline bg-surface hover:border-border active:bg-raised',
        )}
      >
        <span
          className={cx(
            '[overflow-wrap:anywhere]',
            // Long names differ at their end: combos begin with the same words. Two lines hold more than 22 characters only if their words break well.
            item.name.length > 22 ? 'line-clamp-3 text-14 leading-4' : 'line-clamp-2',
          )}
        >
          {item.name}
        </span>
        <span className="flex h-6 min-w-0 items-center gap-1 text-14 font-normal tracking-normal">
          <DietMark diet={item.dietType} isAlcohol={item.isAlcohol} className="[&>span]:hidden" />
          {off ? (
            <span className="flex min-w-0 items-center gap-1 font-semibold">
              {/* Beside a count there is only room for the word. */}
              {count > 0 ? null : <Ban className="size-4" aria-hidden="true" />}
              <span className="truncate">Sold out</span>
            </span>
          ) : (
            <Money {...leastPrice(item)} className="min-w-0 truncate tracking-tight" />
          )}
          {left ? <em className="ml-auto flex-none text-12 font-semibold text-on-warning-soft not-italic">{left}</em> : null}
          {count > 0 ? (
            <span
              className={cx(
                'num grid h-6 min-w-6 flex-none place-items-center rounded-control bg-accent-strong px-1 text-14 leading-none font-bold text-on-accent-strong',
                !left && 'ml-auto',
              )}
            >
              <span className="sr-only">, not sent: </span>
              {count}
            </span>
          ) : !off && !left && needsChoice(item) !== 'none' ? (
            <ChevronRight className="-mr-1 ml-auto size-4 text-muted" aria-hidden="true" />
          ) : null}
        </span>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`More for ${item.name}`}
        onClick={() => (tile.current ? onMenu(item, tile.current) : undefined)}
        className="absolute -top-3 -right-3 z-1 grid size-6 place-items-center rounded-control bg-surface opacity-0 shadow-popover group-hover/tile:opacity-100 hover:bg-raised focus-visible:opacity-100 pointer-coarse:hidden"
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
})
