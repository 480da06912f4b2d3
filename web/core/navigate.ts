import type { NavigateOptions } from 'react-router'

/** The router, for code outside React: the session's end and sign-out. main.tsx sets it. */
type Go = (path: string, options?: NavigateOptions) => void
let go: Go = (path) => location.assign(path)
export const setNavigator = (navigate: Go) => void (go = navigate)
export const navigateTo: Go = (path, options) => go(path, options)
