import { ALargeSmall, CheckCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { isSoldOut } from '#domain/menu.ts'
import { useDates } from '#web/core/dates.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { useWho, why } from '#web/shared/order/why.ts'
import { afterPaint } from '#web/app/afterPaint.ts'
import { type Shortcuts, useShortcuts } from '#web/app/shortcuts.tsx'
import { useMenuEntries } from '#web/app/shell/menuEntries.ts'
import { Slot } from '#web/app/shell/slots.tsx'
import { useSoundUnlock } from '#web/app/feedback/sound.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { Live } from '#web/ui/Live.tsx'
import { BoardSkeleton, BoardView } from './BoardView.tsx'
import { setAllDay, setStations } from './device.ts'
import './kitchen.css'
import { AllDayPanel, RecallSheet, SoldOutSheet } from './panels.tsx'
import { selection } from './selection.ts'
import { openTickets } from './slots.ts'
import { type Panel, PanelButtons, SoundToggle, Stations, Stats, TextSizeDialog } from './Strip.tsx'
import { figuresOf, keyedTickets, lastBumpAt, stepSelection } from './tickets.ts'
import { useBoard } from './useBoard.ts'

/** Makes sheets and menus dark as well: they are rendered outside the kitchen's shell, which is always dark. */
function useDarkBoard() {
  useLayoutEffect(() => {
    const { dataset } = document.body
    dataset.theme = 'dark'
    dataset.board = 'kitchen'
    return () => {
      delete dataset.theme
      delete dataset.board
    }
  }, [])
}

const cardOf = (kotId: string) => document.querySelector<HTMLElement>(`[data-kot="${CSS.escape(kotId)}"]`)

/** A key makes the ticket's button look pressed, as a finger does, until what it does is shown. */
function showPressed(kotId: string) {
  const card = cardOf(kotId)
  if (!card) return
  card.dataset.pressed = ''
  afterPaint(() => delete card.dataset.pressed)
}

/** `/restaurant/kitchen`: the KDS (SCREENS §2.2). */
export default function KitchenPage() {
  useDarkBoard()
  const board = useBoard()
  const dates = useDates()
  const inStrip = useMediaQuery('(min-width: 1024px)')
  const desktop = useMediaQuery('(min-width: 1280px)')
  const wall = useMediaQuery('(min-width: 1600px)')
  const { locked } = useSoundUnlock()
  // Leave room for "Tap to turn on sound".
  const withWords = wall || (desktop && !locked)
  const [panel, setPanel] = useState<Panel | null>(null)
  useLayoutEffect(() => () => selection.set(null), [])
  const [sizing, setSizing] = useState(false)
  const [recalled, setRecalled] = useState<string | null>(null)
  const { now, query, loaded, device, shown, slots, items, chosen: stations, announcement, alarm } = board
  const reason = why.bump(useWho())

  // Open it after the menu has closed, so that the dialog keeps the focus.
  useMenuEntries(
    useMemo(() => [{ key: 'text-size', label: 'Text size', icon: <ALargeSmall />, onSelect: () => setTimeout(() => setSizing(true)) }], []),
  )

  const tickets = useMemo(() => openTickets(slots), [slots])
  const figures = figuresOf(tickets, now, board.limits)
  const ids = shown.map((s) => s.ticket.kotId)
  /** Asked at the press. */
  const selectedNow = () => shown.find((s) => s.ticket.kotId === selection.get() && s.phase !== 'gap')
  const numbers = useMemo(() => keyedTickets(shown.map((s) => s.ticket.kotId)), [shown])
  const last = lastBumpAt(board.recalls)
  const off = items.filter(isSoldOut).length

  const living = shown.filter((s) => s.phase !== 'gap').map((s) => s.ticket.kotId)

  /** Selects by key and moves the focus, so that Enter acts on the ticket and not on the last pressed control. */
  const selectByKey = (kotId: string | null | undefined) => {
    if (!kotId) return
    selection.set(kotId)
    const card = cardOf(kotId)
    card?.focus({ preventScroll: true })
    afterPaint(() => card?.scrollIntoView({ block: 'nearest' }))
  }
  // It comes back to its place by age, which may be far below: it is scrolled to, and marked as the selected one.
  const isBack = recalled !== null && living.includes(recalled)
  useEffect(() => {
    if (!isBack || recalled === null) return
    afterPaint(() => cardOf(recalled)?.scrollIntoView({ block: 'nearest' }))
  }, [isBack, recalled])
  const toggle = (which: Panel) => setPanel((old) => (old === which ? null : which))
  const move = (by: 1 | -1) => () => selectByKey(stepSelection(living, selectedNow()?.ticket.kotId ?? null, by))
  const shortcuts: Shortcuts = {
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [
        String(i + 1),
        { label: i === 0 ? 'Select a ticket (1–9)' : undefined, run: () => selectByKey(ids[i]) },
      ]),
    ),
    ArrowRight: { label: 'Next ticket', run: move(1) },
    ArrowDown: { label: 'Next ticket', run: move(1) },
    ArrowLeft: { label: 'Previous ticket', run: move(-1) },
    ArrowUp: { label: 'Previous ticket', run: move(-1) },
    Enter: {
      label: 'Selected ticket is ready',
      when: reason === null,
      run: () => {
        const slot = selectedNow()
        if (!slot) return
        showPressed(slot.ticket.kotId)
        board.act.bump(slot)
      },
    },
    Backspace: { label: 'Undo the last ready', when: reason === null, run: () => board.undoLast(selectedNow()) },
    p: {
      label: 'Pin or unpin the selected ticket',
      run: () => {
        const slot = selectedNow()
        if (slot?.phase === 'open') board.act.pin(slot.ticket.kotId)
      },
    },
    r: { label: 'Recall', inDialogs: panel === 'recall', run: () => toggle('recall') },
    a: { label: 'All-day', run: () => setAllDay(!device.allDay) },
    s: { label: 'Sold out', inDialogs: panel === 'sold-out', run: () => toggle('sold-out') },
    Escape: {
      run: () => selection.set(null),
      get when() {
        return selection.get() !== null
      },
    },
  }
  useShortcuts(shortcuts)

  const { limits } = board
  // Its button answers first: with the panel beside them, all tickets are laid out again.
  const [docked, dock] = useState(device.allDay)
  useEffect(() => afterPaint(() => dock(device.allDay)), [device.allDay])
  const allDay = useMemo(
    () => (docked ? <AllDayPanel tickets={tickets} now={now} limits={limits} onClose={() => setAllDay(false)} /> : null),
    [docked, tickets, now, limits],
  )
  const strip = (
    <>
      {/* First, since the figures change their width by themselves. */}
      <Stations stations={board.stations} chosen={stations} wide={wall} />
      {loaded ? <Stats figures={figures} full={wall || !inStrip} /> : null}
    </>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col text-text">
      {inStrip ? <Slot name="strip">{strip}</Slot> : null}
      <Slot name="actions">
        {inStrip ? <PanelButtons off={off} allDay={device.allDay} open={panel} onOpen={toggle} words={withWords} keys={wall} /> : null}
        <SoundToggle on={device.sound} />
        <time className="num px-2 text-24 font-semibold 2xl:px-3 2xl:text-30" dateTime={new Date(now).toISOString()}>
          {dates.clock(now)}
        </time>
      </Slot>
      {inStrip ? null : (
        <div className="scroll-quiet flex flex-none flex-wrap items-center gap-2 border-b border-hairline px-2 py-1 sm:flex-nowrap sm:overflow-x-auto sm:px-4">
          {strip}
          <PanelButtons off={off} allDay={device.allDay} open={panel} onOpen={toggle} words={false} keys={false} />
        </div>
      )}
      {query.error && query.data === undefined ? (
        <div className="grid flex-1 place-items-center p-4">
          <QueryError query={query} />
        </div>
      ) : !loaded ? (
        <BoardSkeleton />
      ) : shown.length === 0 ? (
        <div className="flex min-h-0 flex-1 flex-col md:flex-row">
          <EmptyState
            className="m-auto"
            icon={<CheckCheck />}
            title={
              <span className="text-24 font-semibold">
                All clear{stations ? ` at ${stations.join(', ')}` : ''}.{last ? ` Last ticket ${dates.when(last)}` : ''}
              </span>
            }
            action={stations ? <Button onClick={() => setStations([])}>Show all stations</Button> : undefined}
          />
          {allDay}
        </div>
      ) : (
        <BoardView
          shown={shown}
          limits={limits}
          readyStep={board.readyStep}
          failed={board.failed}
          act={board.act}
          fontSize={device.fontSize}
          pinned={device.pinned}
          now={now}
          numbers={numbers}
          reason={reason}
          clock={dates.clock}
          side={allDay}
        />
      )}
      <Live>{announcement}</Live>
      <Live assertive>{alarm}</Live>
      <TextSizeDialog open={sizing} onOpenChange={setSizing} size={device.fontSize} />
      <RecallSheet
        open={panel === 'recall'}
        onOpenChange={(open) => setPanel(open ? 'recall' : null)}
        list={board.recalls}
        timeOf={dates.when}
        reason={reason}
        onRecall={(entry) => {
          board.recall(entry, entry.lineIds)
          setPanel(null)
          selection.set(entry.kotId)
          setRecalled(entry.kotId)
        }}
      />
      <SoldOutSheet
        open={panel === 'sold-out'}
        onOpenChange={(open) => setPanel(open ? 'sold-out' : null)}
        items={items}
        query={board.menu}
        reason={reason}
      />
    </div>
  )
}
