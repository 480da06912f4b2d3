import { NavLink } from 'react-router'
import { Sheet } from '#web/ui/Dialog.tsx'
import { type SidebarLink, UnreadDot } from './Sidebar.tsx'

/** The links of a sidebar on a phone, opened. */
export default function NavSheet({ title, links, onClose }: { title: string; links: readonly SidebarLink[]; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(next) => (next ? undefined : onClose())} title={title} bodyClassName="p-2">
      <nav aria-label="Pages" className="grid gap-1">
        {links.map(({ path, label, icon: Icon, unread }) => (
          <NavLink
            key={path}
            to={path}
            onClick={onClose}
            className="flex min-h-12 items-center gap-3 rounded-control px-3 font-medium text-muted hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text"
          >
            <Icon aria-hidden="true" />
            {label}
            {unread ? <UnreadDot className="ml-auto" /> : null}
          </NavLink>
        ))}
      </nav>
    </Sheet>
  )
}
