import { type ReactNode, useState } from 'react'
import { createPart } from '../part.ts'
import type { Shell } from '../screens.ts'
import { useShortcuts } from '../shortcuts.tsx'

export type PaletteProps = { shell: Shell; onClose: () => void }

const pages = createPart(() => import('./TabsPalette.tsx'))

type Props = {
  shell: Shell
  box?: ReturnType<typeof createPart<PaletteProps>>
  /** What else opens it, such as a button. */
  children?: (open: () => void) => ReactNode
}

/** Cmd or Ctrl+K. `box` is what opens, loaded at the first press: the shell's pages, unless the shell has more to find. */
export function Palette({ shell, box = pages, children }: Props) {
  const [shown, setShown] = useState(false)
  const ready = box.useReady()
  useShortcuts({
    'Mod+k': {
      label: 'Go to',
      inDialogs: true,
      run: () => {
        box.fetch()
        // Not yet there, it isn't closed by the press of somebody who tries again.
        setShown((o) => !o || !ready)
      },
    },
  })
  const open = () => {
    box.fetch()
    setShown(true)
  }
  return (
    <>
      {children?.(open)}
      {shown ? <box.Part shell={shell} onClose={() => setShown(false)} /> : null}
    </>
  )
}
