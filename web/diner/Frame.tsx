import { type ReactNode, useEffect } from 'react'
import { to } from '#web/core/to.ts'
import { CallButton } from './call/CallButton.tsx'
import { CartBar } from './cart/CartBar.tsx'
import { HeadMenu } from './HeadMenu.tsx'
import { Icon } from './Icon.tsx'
import { isMenu, restoreScroll, usePath } from './router.ts'

/** A page's head (the menu's own comes from the Worker) and its content. `note` stands below the title. */
export function Page({ title, note, back, children }: { title: string; note?: ReactNode; back?: string; children: ReactNode }) {
  const path = usePath()
  useEffect(() => {
    document.title = title
    restoreScroll(path)
  }, [title, path])
  return (
    <>
      <header className="head ruled">
        {back && (
          <a className="icon-button -ml-3" href={back} aria-label="Back">
            <Icon name="back" />
          </a>
        )}
        <div className="grow">
          <h1 tabIndex={-1}>{title}</h1>
          {note && <p>{note}</p>}
        </div>
        <div className="actions">
          <Actions />
        </div>
      </header>
      <main>{children}</main>
    </>
  )
}

/** In every head: the call for a waiter, and the menu with signing in and out. */
export function Actions() {
  return (
    <>
      <CallButton />
      <HeadMenu />
    </>
  )
}

const TABS = [
  { path: to.dinerMenu(), label: 'Menu', icon: 'menu' },
  { path: to.dinerOrder(), label: 'Order', icon: 'order' },
  { path: to.dinerSaved(), label: 'Saved', icon: 'heart' },
  { path: to.dinerNearby(), label: 'Discover', icon: 'compass' },
] as const

/** The bottom of every page: the cart's bar, if the cart is not empty, and the links to the four areas. */
export function Dock() {
  const path = usePath()
  return (
    <footer className="dock">
      <CartBar />
      <nav className="tabs" aria-label="Pages">
        {TABS.map(({ path: href, label, icon }) => (
          <a
            key={href}
            href={href}
            aria-current={path.split('?')[0] === href || (href === to.dinerMenu() && isMenu(path)) ? 'page' : undefined}
          >
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </nav>
    </footer>
  )
}
