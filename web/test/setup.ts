import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach } from 'vitest'

// Results come within milliseconds, but on a busy machine the default of one second is not always enough.
configure({ asyncUtilTimeout: 5000 })

// React's development build makes an Error for each element, of which a warning would say who made it: a sixth of what these tests cost. It stops after 10,000 in a
// second; here it makes none. Without this React works the same, only slower.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object | undefined
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })

/** Stubs of browser features that jsdom lacks and our components use. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Assigned directly, because vi.unstubAllGlobals() after each test would remove a stub.
globalThis.ResizeObserver = NoResizes
window.matchMedia = (query) =>
  ({ media: query, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.checkVisibility ??= () => true
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
URL.createObjectURL ??= () => 'blob:preview'
URL.revokeObjectURL ??= () => undefined

/** Timers that tests leave behind, such as that of a closing snackbar. They must not run when the file's DOM is gone. */
const timers = new Set<ReturnType<typeof setTimeout>>()
const plainTimeout = globalThis.setTimeout
globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) => {
  const timer = plainTimeout(...given)
  timers.add(timer)
  return timer
}) as typeof setTimeout
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
})
