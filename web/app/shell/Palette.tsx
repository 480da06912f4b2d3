import { useState } from 'react'
import { createPart } from '../part.ts'
import type { Shell } from '../screens.ts'
import { useShortcuts } from '../shortcuts.tsx'

const box = createPart(() => import('./PaletteBox.tsx'))

/** Cmd or Ctrl+K: the pages of a shell, tables, sign out. */
export function Palette({ shell }: { shell: Shell }) {
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
