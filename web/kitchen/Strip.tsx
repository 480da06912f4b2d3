import { Ban, ChefHat, ChevronDown, History, ListChecks, TriangleAlert, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSoundUnlock } from '#web/app/feedback/sound.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Count.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { durationText } from '#domain/time.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { leavesFocus } from '#web/ui/hooks.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { FONT, setAllDay, setFontSize, setSound, setStations } from './device.ts'
import type { Figures } from './tickets.ts'

/** The lists that open over the board. */
export type Panel = 'recall' | 'sold-out'

/** `12 open · 12m average · 2 late` */
export function Stats({ figures: { open, averageMinutes, late }, full }: { figures: Figures; full: boolean }) {
  return (
    <>
      <Stat value={open} word="open" />
      {open > 0 ? (
        <Stat
          value={durationText(averageMinutes * 60_000)}
          word={<span title="Average age">{full ? 'average' : 'avg'}</span>}
          className="max-md:hidden"
        />
      ) : null}
      {late > 0 ? (
        <p className="flex h-10 flex-none items-center gap-1.5 rounded-control bg-late px-2.5 text-18 text-on-late">
          <TriangleAlert aria-hidden="true" />
          <b className="num text-24 font-bold">{late}</b> late
        </p>
      ) : null}
    </>
  )
}

const Stat = ({ value, word, className }: { value: ReactNode; word: ReactNode; className?: string }) => (
  <p className={cx('flex flex-none items-baseline gap-1.5 px-1.5 text-16 text-muted 2xl:px-3 2xl:text-18', className)}>
    <b className="num text-24 font-bold text-text">{value}</b> {word}
  </p>
)

/**
 * Chooses the stations this screen shows, one or several: in a row of toggle buttons if there is room, otherwise in a menu. A press adds a station to
 * those shown or removes it. From "All stations" nothing can be removed, so the first station pressed is then shown alone.
 */
export function Stations({ stations, chosen, wide }: { stations: readonly string[]; chosen: readonly string[] | null; wide: boolean }) {
  if (stations.length < 2) return null
  const toggle = (station: string) => {
    const shown = chosen ?? []
    setStations(shown.includes(station) ? shown.filter((s) => s !== station) : [...shown, station])
  }
  const all = { key: '', label: 'All stations', checked: chosen === null, onSelect: () => setStations([]) }
  const each = stations.map((s) => ({ key: s, label: s, checked: chosen?.includes(s) ?? false, onSelect: () => toggle(s) }))
  if (wide && stations.length <= 4)
    return (
      <div role="group" aria-label="Stations" {...leavesFocus} className="mx-1 inline-flex h-12 flex-none rounded-card bg-raised p-0.75">
        {[all, ...each].map(({ key, label, checked, onSelect }) => (
          <button
            key={key}
            type="button"
            aria-pressed={checked}
            onClick={onSelect}
            className="rounded-[7px] border border-transparent px-4 text-16 font-medium whitespace-nowrap text-muted hover:text-text aria-pressed:border-border aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-text"
          >
            {label}
          </button>
        ))}
      </div>
    )
  const label = chosen === null ? 'All stations' : chosen.length === 1 ? chosen[0] : `${chosen.length} stations`
  return (
    <Menu
      align="start"
      trigger={
        <Button
          icon={wide ? <ChefHat /> : undefined}
          iconEnd={<ChevronDown className="size-4!" />}
          aria-label={`Station: ${label}`}
          className={chosen ? 'border-accent!' : undefined}
        >
          {label}
        </Button>
      }
      items={[all, 'separator', ...each]}
    />
  )
}

const PANELS: { panel: Panel | 'all-day'; label: string; kbd: string; icon: ReactNode }[] = [
  { panel: 'all-day', label: 'All-day', kbd: 'A', icon: <ListChecks className="size-6!" /> },
  { panel: 'recall', label: 'Recall', kbd: 'R', icon: <History className="size-6!" /> },
  { panel: 'sold-out', label: 'Sold out', kbd: 'S', icon: <Ban className="size-6!" /> },
]

/** Buttons of All-day and the two lists. `words` adds labels, where there is room. */
export function PanelButtons({
  off,
  allDay,
  open,
  onOpen,
  words,
  keys,
}: {
  off: number
  /** All-day is docked beside the board. */
  allDay: boolean
  open: Panel | null
  onOpen: (panel: Panel) => void
  words: boolean
  keys: boolean
}) {
  return PANELS.map(({ panel, label, kbd, icon }) => {
    const count = panel === 'sold-out' ? off : 0
    const state =
      panel === 'all-day'
        ? { 'aria-pressed': allDay, onClick: () => setAllDay(!allDay) }
        : { 'aria-haspopup': 'dialog' as const, 'aria-expanded': open === panel, onClick: () => onOpen(panel) }
    return words ? (
      <Button
        key={panel}
        icon={keys ? icon : undefined}
        {...state}
        aria-keyshortcuts={kbd}
        className={cx(!keys && 'px-3!', panel === 'all-day' && allDay && 'border-accent!')}
      >
        <span className="sr-only">{count > 0 ? `${label} (${count})` : label}</span>
        <span aria-hidden="true" className="flex items-center gap-2">
          {label}
          {keys && count === 0 ? <Kbd>{kbd}</Kbd> : null}
          {count > 0 ? <Count value={count} /> : null}
        </span>
      </Button>
    ) : (
      <IconButton
        key={panel}
        variant="outline"
        label={label}
        icon={icon}
        count={count}
        countTone="neutral"
        {...state}
        aria-keyshortcuts={kbd}
      />
    )
  })
}

/** Turns sound on or off on this device. While the browser blocks sound, "Tap to turn on sound" is shown instead. */
export function SoundToggle({ on }: { on: boolean }) {
  const { locked } = useSoundUnlock()
  if (locked && on) return null
  return (
    <IconButton
      label={on ? 'Sound on' : 'Sound off'}
      aria-pressed={on}
      icon={on ? <Volume2 className="size-6!" /> : <VolumeX className="size-6!" />}
      onClick={() => setSound(!on)}
      className="aria-pressed:bg-transparent! aria-pressed:text-text!"
    />
  )
}

/** Text size from 18 to 28 px; larger text can be read from further away, but fewer tickets fit. The board behind follows at once. */
export function TextSizeDialog({ open, onOpenChange, size }: { open: boolean; onOpenChange: (open: boolean) => void; size: number }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Text size" description="Of the tickets on this screen" size="sm">
      <div className="flex items-center gap-4 py-2">
        <span className="flex-1 font-semibold" style={{ fontSize: size }}>
          2 × Paneer
        </span>
        <Stepper
          label="Text size"
          decreaseLabel="Smaller text"
          increaseLabel="Larger text"
          min={FONT.min}
          max={FONT.max}
          step={2}
          value={size}
          onChange={setFontSize}
        />
      </div>
    </Dialog>
  )
}
