import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'

/** The icon of a device by its name, as sessions have it: "Safari on iPad". */
export function deviceIcon(device: string): ReactNode {
  const Icon = /ipad|tablet/i.test(device) ? Tablet : /iphone|android|phone|mobile/i.test(device) ? Smartphone : Monitor
  return <Icon className="flex-none text-muted" aria-hidden="true" />
}
