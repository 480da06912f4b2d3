import type { NavigateOptions } from 'react-router'

/** Navigation for code outside React, such as sign-out or an expired session. main.tsx sets it to the router's. */
type Go = (path: string, options?: NavigateOptions) => void
let go: Go = (path) => location.assign(path)
export const setNavigator = (navigate: Go) => void (go = navigate)
export const navigateTo: Go = (path, options) => go(path, options)
