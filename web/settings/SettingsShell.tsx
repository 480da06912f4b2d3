import { NavLink, useLocation, useNavigate } from 'react-router'
import { preload } from '#web/app/begin.ts'
import { addScreens, screenAt, tabsFor } from '#web/app/pages.ts'
import { screens } from '#web/app/screens/settings.ts'
import { PageOutlet } from '#web/app/shell/page.tsx'
import { useVisitor } from '#web/app/useVisitor.ts'
import { Select } from '#web/ui/Input.tsx'

// The first page of the settings is in the staff's table, so the others need not be known here.
addScreens(screens)

/** Inside the staff's shell: the list of settings pages, 184 wide beside the page from 1024 on, a select above it when narrower. */
export default function SettingsShell() {
  const pages = tabsFor('settings', useVisitor())
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const here = screenAt(pathname)?.path ?? ''
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
      {pages.length > 0 ? (
        <>
          <nav aria-label="Settings" className="scroll-quiet w-46 flex-none overflow-y-auto border-r border-hairline p-2 max-lg:hidden">
            {pages.map(({ path, tab }) => (
              <NavLink
                key={path}
                to={path}
                end
                onPointerEnter={() => preload(path)}
                className="flex h-8 items-center rounded-control px-3 text-14 font-medium text-muted hover:bg-raised focus-visible:-outline-offset-2 aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text pointer-coarse:h-12"
              >
                {tab.label}
              </NavLink>
            ))}
          </nav>
          <div className="flex-none border-b border-hairline px-4 py-2 lg:hidden">
            <Select aria-label="Settings page" value={here} onChange={(event) => void navigate(event.target.value)}>
              {pages.some(({ path }) => path === here) ? null : <option value={here}>Choose a page</option>}
              {pages.map(({ path, tab }) => (
                <option key={path} value={path}>
                  {tab.label}
                </option>
              ))}
            </Select>
          </div>
        </>
      ) : null}
      <div className="scroll-quiet relative flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
        <PageOutlet />
      </div>
    </div>
  )
}
