import { useState } from 'react'
import { createPart } from '../part.ts'
import type { Shell } from '../screens.ts'
import { useShortcuts } from '../shortcuts.tsx'

export type PaletteProps = { shell: Shell; onClose: () => void }

const pages = createPart(() => import('./TabsPalette.tsx'))

/** Cmd or Ctrl+K. `box` is what opens, loaded at the first press: the shell's pages, unless the shell has more to find. */
export function Palette({ shell, box = pages }: { shell: Shell; box?: ReturnType<typeof createPart<PaletteProps>> }) {
  const [shown, setShown] = useState(false)
  useShortcuts({
    'Mod+k': {
      label: 'Go to',
      inDialogs: true,
      run: () => {
        box.fetch()
        setShown((o) => !o)
      },
    },
  })
  return shown ? <box.Part shell={shell} onClose={() => setShown(false)} /> : null
}
