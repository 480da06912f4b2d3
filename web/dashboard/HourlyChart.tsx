import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts'
import { Money } from '#web/app/Money.tsx'
import { axisText, type HourRow, hourText, ticksOf } from './figures.ts'

/** Bars of these days, a stepped line of those they are compared with. A page of its own weight: fetched when a dashboard is looked at. */
export default function HourlyChart({ rows, now, then }: { rows: readonly HourRow[]; now: string; then: string }) {
  const ticks = ticksOf(rows)
  const tick = { fill: 'var(--text-muted)', fontSize: 12 }
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...rows]} margin={{ top: 20, right: 4, bottom: 0, left: 0 }} barCategoryGap="17%" accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--hairline)" />
        <XAxis
          dataKey="hour"
          tickLine={false}
          axisLine={false}
          tick={tick}
          tickMargin={6}
          height={26}
          interval="preserveStartEnd"
          minTickGap={4}
        />
        <YAxis
          tickFormatter={axisText}
          tickLine={false}
          axisLine={false}
          tick={tick}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
          width={44}
        />
        <Tooltip cursor={{ fill: 'var(--raised)', opacity: 0.6 }} isAnimationActive={false} content={<Tip now={now} then={then} />} />
        <Bar dataKey="sales" shape={hourBar} maxBarSize={56} isAnimationActive={false} />
        {then ? (
          <Line
            dataKey="before"
            type={steps}
            stroke="var(--text-muted)"
            strokeWidth={2}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ) : null}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

type TipProps = { now: string; then: string; /** recharts' own */ active?: boolean; payload?: readonly { payload?: unknown }[] }

function Tip({ active, payload, now, then }: TipProps) {
  const row = payload?.[0]?.payload as HourRow | undefined
  if (!active || !row) return null
  return (
    <div className="grid gap-0.5 rounded-control border border-hairline bg-surface px-3 py-2 text-12 text-text shadow-popover">
      <p className="num font-semibold">
        {hourText(row.hour)}
        {row.soFar ? ', so far' : ''}
      </p>
      <p className="flex justify-between gap-4">
        <span className="text-muted">{now}</span>
        <Money rupees={row.sales} />
      </p>
      {then ? (
        <p className="flex justify-between gap-4">
          <span className="text-muted">{then}</span>
          <Money rupees={row.before} />
        </p>
      ) : null}
    </div>
  )
}

const hourBar = (props: BarShapeProps) => {
  const { x, y, width, height, payload } = props
  const row = payload as HourRow
  if (row.soFar) return <RunningHour x={x} y={y} width={width} height={height} before={row.before} />
  return height > 0 ? <rect x={x} y={y} width={width} height={height} rx={Math.min(3, height)} fill="var(--accent)" /> : null
}

/** The hour that is running is not over: its bar is an outline, and says so, above the line where that is in the way. */
function RunningHour({ x, y, width, height, before }: { x: number; y: number; width: number; height: number; before: number }) {
  const line = useYAxisScale()?.(before)
  const top = line !== undefined && line > y - 24 && line < y + 4 ? Math.min(line, y) : y
  return (
    <g>
      {height > 0 ? (
        <rect
          x={x + 0.75}
          y={y + 0.75}
          width={Math.max(0, width - 1.5)}
          height={Math.max(0, height - 1.5)}
          rx={3}
          fill="var(--accent-soft)"
          stroke="var(--accent)"
          strokeWidth={1.5}
        />
      ) : null}
      <text
        x={x + width / 2}
        y={top - 8}
        textAnchor="middle"
        fill="var(--text)"
        fontSize={12}
        fontWeight={600}
        stroke="var(--surface)"
        strokeWidth={4}
        paintOrder="stroke"
      >
        so far
      </text>
    </g>
  )
}

/** A step as wide as its hour, the first and the last too (a d3 curve; d3's own step has half of those). */
function steps(context: CanvasRenderingContext2D | { moveTo: (x: number, y: number) => void; lineTo: (x: number, y: number) => void }) {
  let points: [number, number][] = []
  return {
    areaStart() {},
    areaEnd() {},
    lineStart() {
      points = []
    },
    point(x: number, y: number) {
      points.push([x, y])
    },
    lineEnd() {
      const half = points.length > 1 ? ((points[1]?.[0] ?? 0) - (points[0]?.[0] ?? 0)) / 2 : 24
      points.forEach(([x, y], i) => {
        if (i === 0) context.moveTo(x - half, y)
        else context.lineTo(x - half, y)
        context.lineTo(x + half, y)
      })
    },
  }
}
