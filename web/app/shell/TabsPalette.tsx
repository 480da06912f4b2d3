import { useNavigate } from 'react-router'
import { tabsFor } from '../pages.ts'
import { useVisitor } from '../useVisitor.ts'
import { findIn } from './palette.ts'
import { PaletteBox } from './PaletteBox.tsx'
import type { PaletteProps } from './Palette.tsx'

/** The palette of a shell that has only its own pages to offer. */
export default function TabsPalette({ shell, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const entries = tabsFor(shell, useVisitor()).map(({ path, tab: { label, icon: Icon } }) => ({
    key: path,
    label,
    icon: <Icon />,
    run: () => void navigate(path),
  }))
  return <PaletteBox sources={[{ heading: 'Pages', find: findIn(entries) }]} placeholder="Page or action" onClose={onClose} />
}
