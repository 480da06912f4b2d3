import { cloneElement, useState, type ReactElement } from 'react'
import { createPart } from '../part.ts'

/** Props of the opened component: it renders the trigger itself and is open at first. */
export type OpenedProps = { trigger: ReactElement }
type Press = {
  onPointerEnter?: () => void
  onFocus?: () => void
  onClick?: () => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
}

/** A button whose menu is fetched when it is pointed at or focused, and mounted, open, at the first press. `T` is what else the menu takes. */
export function opensOnPress<T extends object>(popup: 'menu' | 'dialog', load: Parameters<typeof createPart<T & OpenedProps>>[0]) {
  const part = createPart<T & OpenedProps>(load)
  return function OpensOnPress({ trigger, ...rest }: T & { trigger: ReactElement<Press> }) {
    const [pressed, setPressed] = useState(false)
    const ready = part.useReady()
    if (pressed && ready) return <part.Part {...(rest as unknown as T)} trigger={trigger} />
    return cloneElement(trigger, {
      'aria-haspopup': popup,
      'aria-expanded': false,
      onPointerEnter: part.fetch,
      onFocus: part.fetch,
      onClick: () => {
        part.fetch()
        setPressed(true)
      },
    })
  }
}
