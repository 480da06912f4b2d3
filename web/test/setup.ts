import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

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
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
URL.createObjectURL ??= () => 'blob:preview'
URL.revokeObjectURL ??= () => undefined

afterEach(() => {
  cleanup()
  localStorage.clear()
})
