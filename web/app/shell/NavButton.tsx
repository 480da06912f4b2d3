import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { createPart } from '../part.ts'
import type { SidebarLink } from './Sidebar.tsx'

const sheet = createPart(() => import('./NavSheet.tsx'))

/** Opens a sidebar's links on a phone, where there is no room for the sidebar. */
export function NavButton({ title, links }: { title: string; links: readonly SidebarLink[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Open navigation"
        icon={<MenuIcon className="size-6" />}
        onPointerEnter={sheet.fetch}
        onClick={() => {
          sheet.fetch()
          setOpen(true)
        }}
        className="md:hidden"
      />
      {open ? <sheet.Part title={title} links={links} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
