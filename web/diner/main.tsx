import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setNavigator } from '#web/core/navigate.ts'
import { watchConnection } from '#web/core/online.ts'
import { queryClient } from '#web/core/query.ts'
import { startSession } from '#web/core/session.ts'
import { App } from './App.tsx'
import { startMenu } from './menu/document.ts'
import { go, startRouter } from './router.ts'

startMenu()
startSession()
startRouter()
setNavigator((path, options) => go(path, { replace: options?.replace }))
watchConnection()

const root = document.getElementById('app')
if (!root) throw new Error('diner.html has no #app')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
