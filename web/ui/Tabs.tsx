import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { Count } from './Count.tsx'
import { cx } from './cx.ts'

interface TabItem<V extends string> {
  value: V
  label: ReactNode
  count?: number
  content?: ReactNode
}

export interface TabsProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly TabItem<V>[]
  /** At the end of the tab strip: a search, a button */
  end?: ReactNode
  /** The panel, when it is the same for every tab; otherwise each item's content */
  children?: ReactNode
  size?: 32 | 48 | 64
  className?: string
  stripClassName?: string
  panelClassName?: string
}

const heights = { 32: 'h-9 text-14 pointer-coarse:h-12', 48: 'h-12 text-16', 64: 'h-16 text-14' }

/** Tabs; the chosen one has a coral underline. */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  items,
  end,
  children,
  size = 48,
  className,
  stripClassName,
  panelClassName,
}: TabsProps<V>) {
  // On a phone the strip scrolls: a tab that a link has chosen would stand outside of it.
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = strip.current
    const chosen = list?.querySelector<HTMLElement>('[data-state=active]')
    if (!list || !chosen || list.scrollWidth <= list.clientWidth) return
    const [from, to] = [chosen.offsetLeft - list.offsetLeft, chosen.offsetLeft - list.offsetLeft + chosen.offsetWidth]
    if (from < list.scrollLeft || to > list.scrollLeft + list.clientWidth) list.scrollLeft = (from + to - list.clientWidth) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the chosen tab is read from the DOM, which follows `value`
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)} className={className}>
      <div className={cx('flex flex-wrap items-center gap-x-4 border-b border-hairline', stripClassName)}>
        <Radix.List
          ref={strip}
          aria-label={label}
          className={cx('-mx-1 flex max-w-full gap-4 overflow-x-auto px-1 [scrollbar-width:none] sm:gap-6', end ? 'mr-auto' : null)}
        >
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              className={cx(
                'inline-flex flex-none items-center gap-2 border-y-3 border-transparent px-0.5 font-medium whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-b-accent data-[state=active]:font-semibold data-[state=active]:text-text',
                heights[size],
              )}
            >
              {item.label}
              {item.count !== undefined ? <Count value={item.count} max={999} /> : null}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end ? <div className="flex items-center gap-2 py-1">{end}</div> : null}
      </div>
      {items.map((item) =>
        item.value === value ? (
          <Radix.Content key={item.value} value={item.value} tabIndex={-1} className={cx('outline-none', panelClassName)}>
            {children ?? item.content}
          </Radix.Content>
        ) : null,
      )}
    </Radix.Root>
  )
}
