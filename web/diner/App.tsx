import { to } from '#web/core/to.ts'
import { Dock, Page } from './Frame.tsx'
import { MenuPage } from './menu/MenuPage.tsx'
import { isMenu, pageKeyOf, PAGES, usePath } from './router.ts'
import { Sheets } from './Sheets.tsx'
import { Snacks } from './Snack.tsx'

/** The diner's entry below the document's own HTML: a page, or what the menu needs besides its HTML, and the bars. */
export function App() {
  const path = usePath()
  const key = pageKeyOf(path)
  const Shown = key === null ? NotFound : (PAGES[key] ?? NotFound)
  return (
    <>
      <MenuPage shown={isMenu(path)} />
      {!isMenu(path) && <Shown key={path} />}
      <Sheets />
      <Snacks />
      <Dock />
    </>
  )
}

function NotFound() {
  return (
    <Page title="Page not found">
      <div className="empty">
        <p>There is no page at this address.</p>
        <a className="button" href={to.dinerMenu()}>
          To the menu
        </a>
      </div>
    </Page>
  )
}
