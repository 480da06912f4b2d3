import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Frame } from './app/Frame.tsx'
import { mayLoseTyped } from './app/leave.tsx'
import { watchUpdates } from './app/update.ts'
import { setRouter } from './app/useSearch.ts'
import { mayDropDrafts, watchDrafts } from './shared/order/drafts.ts'
import { keepAppFiles } from './core/appFiles.ts'
import { watchKept } from './core/kept.ts'
import { serverNow } from './core/online.ts'
import { onBackOnline, watchConnection } from './core/online.ts'
import { watchOwner } from './core/owner.ts'
import { queryClient } from './core/query.ts'
import { askBeforeSignOut, startSession } from './core/session.ts'
import { addLater, routes } from './routes.tsx'
import { setClock } from './ui/hooks.ts'
import './styles/app.css'

// First ask who is signed in; the routes load their pages at the same time.
startSession()
const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addLater })
setRouter(router)
watchConnection()
setClock(serverNow)
watchDrafts(queryClient)
// Not in the first script, which every page waits for; the pages that seat guests bring it with them.
void import('./shared/order/followTables.ts').then(
  ({ watchTables }) => watchTables(queryClient),
  () => undefined,
)
watchKept(queryClient)
keepAppFiles()
watchUpdates()

watchOwner(queryClient)
// Tickets last: a yes to that question removes them from the device.
askBeforeSignOut(async () => (await mayLoseTyped()) && mayDropDrafts())
// Retry queries that failed while Tawa couldn't be reached. Live queries are brought up to date by the socket's replay.
onBackOnline(
  () => void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' || query.state.isInvalidated }),
)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Frame>
      <RouterProvider router={router} />
    </Frame>
  </StrictMode>,
)
