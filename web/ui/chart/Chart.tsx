import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useSize } from './useSize.ts'
import { Money } from '#web/ui/Money.tsx'
import { type Column, type Geometry, geometryOf, pointAt } from './geometry.ts'
import { shortNumber } from './scale.ts'
import { type ChartData, type Look, looksOf, pointText, type Series, valueText } from './series.ts'

export interface ChartProps extends ChartData {
  /** The chart in one sentence, for screen readers */
  label: string
  /** A value under the axis, short */
  axis?: (value: number) => string
}

/**
 * Columns, lines and stepped outlines over the same points. It fills its parent, whose size the page gives, so that nothing moves when it is drawn.
 * The points are one tab stop: arrow keys, Home and End move between them, Escape closes the tooltip. Each says its values to a screen reader.
 * Nothing is animated.
 */
export function Chart({ label, axis = shortNumber, ...data }: ChartProps) {
  const { points, series } = data
  const [ref, size] = useSize<HTMLElement>()
  /** Titles, not indexes: a refetch may add a point before this one. */
  const [active, setActive] = useState<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const targets = useRef<(HTMLElement | null)[]>([])
  const geometry = size ? geometryOf(data, size.width, size.height) : null
  const shown = points.findIndex((p) => p.title === active)
  const tabStop = Math.max(
    0,
    points.findIndex((p) => (stop === null ? p.unfinished : p.title === stop)),
  )

  // Touch has no "leave": a press elsewhere closes the tooltip.
  useEffect(() => {
    if (active === null) return
    const close = (event: globalThis.PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) setActive(null)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [active, ref])

  const point = (event: PointerEvent) => {
    if (!geometry || !ref.current) return
    const x = event.clientX - ref.current.getBoundingClientRect().left
    setActive(points[pointAt(geometry.bands, x)]?.title ?? null)
  }
  const move = (event: KeyboardEvent, from: number) => {
    if (event.key === 'Escape') return setActive(null)
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: points.length - 1 }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    targets.current[Math.min(points.length - 1, Math.max(0, to))]?.focus()
  }

  return (
    <figure ref={ref} aria-label={label} className="relative h-full w-full">
      {geometry && size ? (
        <>
          <Drawing data={data} geometry={geometry} width={size.width} height={size.height} axis={axis} shown={shown} />
          <div
            className="absolute inset-0 touch-pan-y"
            onPointerDown={point}
            onPointerMove={point}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
            // The finger scrolls the page instead.
            onPointerCancel={() => setActive(null)}
          >
            {points.map(({ title }, i) => (
              <div
                key={title}
                ref={(element) => void (targets.current[i] = element)}
                role="img"
                aria-label={pointText(data, i)}
                tabIndex={i === tabStop ? 0 : -1}
                onFocus={() => {
                  setStop(title)
                  setActive(title)
                }}
                onBlur={() => setActive(null)}
                onKeyDown={(event) => move(event, i)}
                className="absolute rounded-control focus-visible:-outline-offset-2"
                style={{
                  left: geometry.bands[i]?.left,
                  width: geometry.bands[i]?.width,
                  top: geometry.plot.top,
                  height: geometry.plot.bottom - geometry.plot.top,
                }}
              />
            ))}
          </div>
          {shown >= 0 ? <Tip data={data} geometry={geometry} index={shown} width={size.width} looks={looksOf(series)} /> : null}
        </>
      ) : null}
    </figure>
  )
}

interface DrawingProps {
  data: ChartData
  geometry: Geometry
  width: number
  height: number
  axis: (value: number) => string
  /** The index of the active point, -1 if none */
  shown: number
}

function Drawing({ data: { points, series }, geometry, width, height, axis, shown }: DrawingProps) {
  const { plot, ticks, bands, columns, paths, unfinished, y } = geometry
  const looks = looksOf(series)
  const band = bands[shown]
  const first = series.findIndex((s) => s.kind === 'column')
  return (
    <svg aria-hidden="true" width={width} height={height} className="block">
      {band ? (
        <rect x={band.left} y={plot.top} width={band.width} height={plot.bottom - plot.top} className="fill-raised" opacity={0.6} />
      ) : null}
      <g className="fill-muted text-12">
        {ticks.map((tick) => (
          <g key={tick.value}>
            <line x1={plot.left} x2={plot.right} y1={tick.y} y2={tick.y} className="stroke-hairline" />
            <text x={plot.left - 8} y={tick.y} dy="0.355em" textAnchor="end">
              {axis(tick.value)}
            </text>
          </g>
        ))}
        {bands.map(({ center, label }, i) =>
          label === null ? null : (
            <text key={points[i]?.title} x={center} y={plot.bottom + 12} dy="0.71em" textAnchor="middle">
              {label}
            </text>
          ),
        )}
      </g>
      {columns.map((column) => (
        <Bar
          key={`${column.point} ${column.series}`}
          column={column}
          look={looks[column.series]}
          outlined={column.series === first && points[column.point]?.unfinished !== undefined}
        />
      ))}
      {paths.map(({ series: index, d }) => (
        <path
          key={series[index]?.name}
          d={d}
          className={cx('fill-none', looks[index]?.stroke)}
          strokeWidth={2}
          strokeDasharray={looks[index]?.dash}
          strokeLinecap={series[index]?.kind === 'line' ? 'round' : 'butt'}
          strokeLinejoin={series[index]?.kind === 'line' ? 'round' : 'miter'}
        />
      ))}
      {series.map((s, i) => {
        const value = s.values[shown]
        if (s.kind !== 'line' || !band || value === null || value === undefined) return null
        return <circle key={s.name} cx={band.center} cy={y(value)} r={4} className={cx(looks[i]?.fill, 'stroke-surface')} strokeWidth={2} />
      })}
      {unfinished.map(({ point, x, y: above }) => (
        <text
          key={point}
          x={x}
          y={above}
          textAnchor="middle"
          className="fill-text stroke-surface text-12 font-semibold"
          strokeWidth={4}
          paintOrder="stroke"
        >
          {points[point]?.unfinished}
        </text>
      ))}
    </svg>
  )
}

/** The column of an unfinished point is an outline. */
function Bar({ column: { x, y, width, height }, look, outlined }: { column: Column; look: Look | undefined; outlined: boolean }) {
  if (height <= 0) return null
  const line = outlined ? 1.5 : look?.stroke ? 1 : 0
  return (
    <rect
      x={x + line / 2}
      y={y + line / 2}
      width={Math.max(0, width - line)}
      height={Math.max(0, height - line)}
      rx={Math.min(3, height)}
      className={outlined ? 'fill-accent-soft stroke-accent' : cx(look?.fill, look?.stroke)}
      strokeWidth={line}
    />
  )
}

/** The values of one point, on the side of it where there is more room. The points themselves say the same to a screen reader. */
function Tip({
  data,
  geometry,
  index,
  width,
  looks,
}: {
  data: ChartData
  geometry: Geometry
  index: number
  width: number
  looks: Look[]
}) {
  const [point, band] = [data.points[index], geometry.bands[index]]
  if (!point || !band) return null
  const right = band.center < width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-1 grid max-w-[60%] gap-0.5 rounded-control border border-hairline bg-surface px-3 py-2 text-12 shadow-popover"
      style={{ top: geometry.plot.top, ...(right ? { left: band.left + band.width + 4 } : { right: width - band.left + 4 }) }}
    >
      <p className="num font-semibold">
        {point.title}
        {point.unfinished ? `, ${point.unfinished}` : ''}
      </p>
      {data.series.map((s, i) => (
        <p key={s.name} className="flex items-center justify-between gap-4">
          <span className="flex items-center gap-1.5 text-muted">
            <Swatch kind={s.kind} look={looks[i]} />
            {s.name}
          </span>
          <Money text={valueText(s.values[index], data.format)} />
        </p>
      ))}
    </div>
  )
}

function Swatch({ kind, look }: { kind: Series['kind']; look: Look | undefined }) {
  if (kind === 'column')
    return (
      <svg aria-hidden="true" width={12} height={12} className="flex-none">
        <rect
          {...(look?.stroke ? { x: 0.5, y: 0.5, width: 11, height: 11 } : { width: 12, height: 12 })}
          rx={3}
          className={cx(look?.fill, look?.stroke)}
        />
      </svg>
    )
  return (
    <svg aria-hidden="true" width={16} height={2} className="flex-none">
      <line x2={16} y1={1} y2={1} strokeWidth={2} strokeDasharray={look?.dash} className={look?.stroke} />
    </svg>
  )
}

/** What each series looks like. */
export function Legend({ series }: Pick<ChartData, 'series'>) {
  const looks = looksOf(series)
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
      {series.map((s, i) => (
        <span key={s.name} className="flex items-center gap-1.5">
          <Swatch kind={s.kind} look={looks[i]} />
          {s.name}
        </span>
      ))}
    </span>
  )
}
