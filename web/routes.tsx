import { lazy, Suspense } from 'react'
import { Outlet, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { begin } from './app/begin.ts'
import { Guard, NotFound, SmartRedirect } from './app/guard.tsx'
import { LeaveGuard } from './app/leave.tsx'
import { loadScreens } from './app/pages.ts'
import { OtherDocument } from './app/OtherDocument.tsx'
import { RouteError } from './app/RouteError.tsx'
import { AREAS, type Screen, SCREENS, type Shell, SHELLS } from './app/screens.ts'
import { DocumentTitle } from './app/title.ts'
import { to } from './core/to.ts'

/** A page from the table of screens. Its script and first queries start when its address matches; rendering waits for the session. */
function pageRoute(screen: Screen): RouteObject {
  const Page = lazy(screen.module)
  return {
    path: screen.path,
    element: <Page />,
    errorElement: <RouteError />,
    loader: ({ request }) => {
      begin(screen, new URL(request.url).searchParams)
      return null
    },
    // Changes of the search on the same page are handled by the page.
    shouldRevalidate: () => false,
  }
}

/** A shell with its pages and its "not found" page. `inside` are nested shells. */
function shellRoute(shell: Shell, ...inside: RouteObject[]): RouteObject {
  const Frame = lazy(SHELLS[shell])
  return {
    id: shell,
    element: (
      <Suspense fallback={null}>
        <Frame />
      </Suspense>
    ),
    children: [
      ...SCREENS.filter((screen) => screen.shell === shell).map(pageRoute),
      ...AREAS.filter((area) => area.shell === shell).map(({ path }) => ({ path, element: <NotFound inShell /> })),
      ...inside,
    ],
  }
}

const Root = () => (
  <>
    <DocumentTitle />
    <LeaveGuard />
    <Outlet />
  </>
)

/** Guarded areas, each page in its shell. An unknown path of an area is guarded too, then shown as not found. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      { path: to.start(), element: <SmartRedirect /> },
      { path: to.roleHome(), element: <SmartRedirect /> },
      shellRoute('signIn'),
      {
        element: <Guard />,
        children: [
          shellRoute('staff', shellRoute('settings')),
          shellRoute('kitchen'),
          shellRoute('captain'),
          shellRoute('mobile'),
          shellRoute('partner'),
          shellRoute('backoffice'),
          ...AREAS.filter((area) => area.shell === null).map(({ path }) => ({ path, element: <NotFound /> })),
        ],
      },
      ...['/user/*', '/t/*', '/thankyou'].map((path) => ({ path, element: <OtherDocument /> })),
      { path: '*', element: <NotFound /> },
    ],
  },
]

const added = new Set<readonly Screen[]>()
/** Adds the pages of an area with a table of its own to their shells, when one of its addresses is opened for the first time. */
export const addLater: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const screens = await loadScreens(path)
  if (added.has(screens)) return
  added.add(screens)
  for (const screen of screens) patch(screen.shell, [pageRoute(screen)])
}
