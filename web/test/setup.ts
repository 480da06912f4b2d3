import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// Results come within milliseconds, but on a busy machine the default of one second is not always enough.
configure({ asyncUtilTimeout: 5000 })

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
