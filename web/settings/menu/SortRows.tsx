import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ChevronRight, GripVertical } from 'lucide-react'
import { memo, type PointerEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { moved } from '#domain/menuOrder.ts'
import { useDragOrder } from '#web/app/form/dragOrder.ts'
import { type CommandInput, useCommand } from '#web/core/query.ts'
import { cx } from '#web/ui/cx.ts'
import { DietMark } from '#web/ui/DietMark.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Live } from '#web/ui/Live.tsx'
import { inOrder } from './tree.ts'

type Body = CommandInput<'PUT /menus/order'>['body']
type Place = Body extends infer B ? (B extends Body ? Omit<B, 'ids'> : never) : never
type Entry = { id: string; name: string; note?: string; dish?: MenuItemShape }

/** The entries of a place as they are shown, moving one, and saving. Moves made during a save are saved after it, in one call. */
function useOrder(place: Place, saved: readonly Entry[]) {
  const client = useQueryClient()
  const { mutateAsync, isPending, isSuccess } = useCommand('PUT /menus/order', {
    invalidates: ['POST /menus/categories', 'GET /menus/recipe'],
    refreshes: ['POST /menus/restaurant'],
    onError: () => void client.invalidateQueries({ queryKey: ['POST /menus/restaurant'] }),
  })
  /** The ids in the order that is shown but not saved yet. */
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)
  const running = useRef(false)
  const want = (ids: readonly string[] | null) => {
    latest.current = ids
    setWanted(ids)
  }
  const save = async () => {
    if (running.current) return
    running.current = true
    let sent: readonly string[] | null = null
    try {
      while (latest.current && latest.current !== sent) {
        sent = latest.current
        await mutateAsync({ body: { ...place, ids: [...sent] } as Body })
      }
    } catch {
      // The error was shown; the rows go back to the saved order.
    }
    running.current = false
    want(null)
  }
  const shown = wanted ? inOrder(saved, wanted) : saved
  return {
    shown,
    save: () => void save(),
    move: (from: number, to: number) => want(moved(latest.current ?? saved.map(({ id }) => id), from, to)),
    state: isPending ? 'Saving…' : isSuccess ? 'Saved' : '',
  }
}

type SortRowsProps = {
  label: string
  place: Place
  /** The entries in the saved order. */
  saved: readonly Entry[]
  onOpen?: (id: string) => void
}

/** The entries of one place, with a handle and two buttons each. */
export function SortRows({ label, place, saved, onOpen }: SortRowsProps) {
  const heading = useId()
  const { shown, save, move, state } = useOrder(place, saved)
  const list = useRef<HTMLOListElement>(null)
  const [news, setNews] = useState('')
  const moveTo = (from: number, to: number) => {
    move(from, to)
    setNews(`${shown[from]?.name ?? ''}: now ${to + 1} of ${shown.length}`)
  }
  const { dragged, begin } = useDragOrder(list, move, save)
  // Moving a row's element loses the focus; it is set again once the rows are shown.
  const focusNext = useRef<HTMLElement | null>(null)
  useEffect(() => {
    focusNext.current?.focus()
    focusNext.current = null
  })
  // Stable callbacks, so that a move renders only the rows that change: a list may have hundreds.
  const now = useRef({ moveTo, save, begin, onOpen })
  useEffect(() => void (now.current = { moveTo, save, begin, onOpen }))
  const onStep = useCallback((from: number, to: number, button: HTMLElement) => {
    focusNext.current = button
    now.current.moveTo(from, to)
    now.current.save()
  }, [])
  const onGrab = useCallback((index: number, event: PointerEvent) => now.current.begin(index)(event), [])
  const open = useCallback((id: string) => now.current.onOpen?.(id), [])
  return (
    <section aria-labelledby={heading} className="pb-2">
      <h3 id={heading} className="flex items-baseline gap-2 px-2 py-2 text-14 font-semibold">
        {label}
        <span className="text-12 font-normal text-muted">{state}</span>
      </h3>
      <Live>{news}</Live>
      <ol ref={list} className="divide-y divide-hairline border-y border-hairline">
        {shown.map((entry, i) => (
          <Row
            key={entry.id}
            id={entry.id}
            name={entry.name}
            note={entry.note}
            dish={entry.dish}
            index={i}
            isLast={i === shown.length - 1}
            isHeld={dragged === i}
            onStep={onStep}
            onGrab={onGrab}
            onOpen={onOpen ? open : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

type RowProps = Entry & {
  index: number
  isLast: boolean
  isHeld: boolean
  onStep: (from: number, to: number, button: HTMLElement) => void
  onGrab: (index: number, event: PointerEvent) => void
  onOpen?: (id: string) => void
}

const Row = memo(function Row({ id, name, note, dish, index, isLast, isHeld, onStep, onGrab, onOpen }: RowProps) {
  const words = (
    <>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {name}
        {note ? <span className="block text-12 font-normal text-muted">{note}</span> : null}
      </span>
      {onOpen ? <ChevronRight className="size-4.5 flex-none text-muted" aria-hidden="true" /> : null}
    </>
  )
  return (
    <li className={cx('flex min-h-11 items-center pointer-coarse:min-h-12', isHeld && 'bg-raised')}>
      <span
        aria-hidden="true"
        data-handle=""
        onPointerDown={(event) => onGrab(index, event)}
        className={cx(
          'grid size-8 flex-none touch-none place-items-center text-muted pointer-coarse:size-12',
          isHeld ? 'cursor-grabbing' : 'cursor-grab',
        )}
      >
        <GripVertical />
      </span>
      {dish ? (
        <span className="mr-2 flex-none">
          <DietMark diet={dish.dietType} isAlcohol={dish.isAlcohol} />
        </span>
      ) : null}
      {onOpen ? (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="flex min-h-11 min-w-0 flex-1 items-center justify-between gap-2 rounded-control px-1 py-1 text-left text-14 hover:bg-raised pointer-coarse:min-h-12"
        >
          {words}
        </button>
      ) : (
        <span className="flex min-w-0 flex-1 items-center px-1 py-1 text-14">{words}</span>
      )}
      <IconButton
        size={32}
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        disabledReason={index === 0 ? 'It is the first' : null}
        onClick={(event) => onStep(index, index - 1, event.currentTarget)}
      />
      <IconButton
        size={32}
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        disabledReason={isLast ? 'It is the last' : null}
        onClick={(event) => onStep(index, index + 1, event.currentTarget)}
      />
    </li>
  )
})
