/** Stands for React Router's module of the same names (vite.config.ts). Without `instrumentations` the router calls only the first one, which then finds nothing. */
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined
export const getRouteInstrumentationUpdates = (): Record<string, never> => ({})
export const instrumentClientSideRouter = <Router>(router: Router): Router => router
