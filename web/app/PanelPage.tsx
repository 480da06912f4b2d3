import type { ReactNode } from 'react'
import './panel.css'

type PanelPageProps = {
  /** At the right edge, 392 wide and as high as the page, where there is room for both; else below the rest. Usually a `Panel`. */
  panel: ReactNode
  /** Stays in view under both: what saves or ends it all. */
  bar?: ReactNode
  children: ReactNode
}

/** A page beside a paper, such as settings/print and the day summary. Each side scrolls by itself, so the paper stays in view. In its own file, so that only such pages load it. */
export const PanelPage = ({ panel, bar, children }: PanelPageProps) => (
  <div className="panel-page">
    <div className="panel-page-sides">
      <div className="panel-page-main scroll-quiet">
        <div className="panel-page-column">{children}</div>
      </div>
      {panel ? <aside className="panel-page-aside scroll-quiet">{panel}</aside> : null}
    </div>
    {bar}
  </div>
)

type PanelProps = {
  /** Its name for screen readers: 'Preview'. */
  label: string
  /** Stays at the panel's top: what is chosen and printed here. */
  head: ReactNode
  children: ReactNode
}

/** The content of a PanelPage's panel: a card where it is below the page, the panel itself where it is beside it. */
export const Panel = ({ label, head, children }: PanelProps) => (
  <section aria-label={label} className="panel">
    <div className="panel-head">{head}</div>
    {children}
  </section>
)
