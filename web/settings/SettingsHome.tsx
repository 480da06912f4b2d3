import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { tabsFor } from '#web/app/pages.ts'
import { useVisitor } from '#web/app/useVisitor.ts'

/** `/restaurant/settings`: the settings pages that are open to this person. */
export default function SettingsHome() {
  return (
    <ul className="mx-auto grid w-full max-w-140 gap-2 p-4">
      {tabsFor('settings', useVisitor()).map(({ path, tab: { label, icon: Icon } }) => (
        <li key={path}>
          <Link to={path} className="flex min-h-14 items-center gap-3 rounded-card border border-hairline bg-surface px-4 hover:bg-raised">
            <Icon className="text-muted" aria-hidden="true" />
            <span className="min-w-0 flex-1 font-medium">{label}</span>
            <ChevronRight className="text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
