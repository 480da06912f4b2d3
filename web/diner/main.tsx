import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setNavigator } from '#web/core/navigate.ts'
import { watchConnection } from '#web/core/online.ts'
import { startSession } from '#web/core/session.ts'
import { App } from './App.tsx'
import { watchCarts } from './cart.ts'
import { watchEnd } from './end.ts'
import { watchLeftTable } from './leftTable.ts'
import { startLive } from './live.ts'
import { startMenu } from './menu/document.ts'
import { applyStoredTheme, keepDishes } from './menu/page.ts'
import { go, startRouter } from './router.ts'
import { watchVisit } from './sitting.ts'

applyStoredTheme()
startMenu()
watchLeftTable()
watchEnd()
watchVisit()
startSession()
watchCarts()
startLive()
keepDishes()
startRouter()
setNavigator((path, options) => go(path, { replace: options?.replace }))
watchConnection()

const root = document.getElementById('app')
if (!root) throw new Error('diner.html has no #app')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
