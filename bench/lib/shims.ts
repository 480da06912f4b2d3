import { registerHooks } from 'node:module'

/** Lets Node load the Worker's code: `cloudflare:workers` becomes empty classes, and `scheduler`, which workerd has, waits with a timer. Import it first. */
const SHIM = `export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env } }
export class WorkerEntrypoint extends DurableObject {}
export class RpcTarget {}
export const env = {}
export const exports = {}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers'
      ? { url: `data:text/javascript,${encodeURIComponent(SHIM)}`, shortCircuit: true }
      : next(specifier, context),
})
Object.assign(globalThis, { scheduler: { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) } })
