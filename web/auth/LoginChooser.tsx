import { Building2, ChevronRight, ShieldCheck, Store, UtensilsCrossed } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { CardPage } from '#web/app/CardPage.tsx'
import { byLastUsed, lastLogin, rememberLogin } from './lastLogin.ts'
import { ExpiredNotice } from './LoginCard.tsx'
import { type LoginArea, to } from '#web/core/to.ts'

const CHOICES = [
  { area: 'restaurant', label: 'Restaurant staff', note: 'Counter, kitchen, floor, managers', icon: Store },
  { area: 'partner', label: 'Partner', note: 'Owners of several outlets', icon: Building2 },
  { area: 'diner', label: 'Diner', note: 'Your orders and saved dishes', icon: UtensilsCrossed },
  { area: 'backoffice', label: 'Back office', note: 'The people who run Tawa', icon: ShieldCheck },
] as const satisfies readonly { area: LoginArea | 'diner'; label: string; note: string; icon: unknown }[]

/** `/login`: chooses the sign-in page. The one used last is first and focused; arrow keys and Enter work. */
export default function LoginChooser() {
  const [search] = useSearchParams()
  const list = useRef<HTMLUListElement>(null)
  const choices = byLastUsed(CHOICES, lastLogin())
  useEffect(() => {
    list.current?.querySelector('a')?.focus()
  }, [])

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? links.length - 1
          : step === undefined
            ? null
            : (links.indexOf(document.activeElement as HTMLAnchorElement) + step + links.length) % links.length
    if (to === null) return
    event.preventDefault()
    links[to]?.focus()
  }

  return (
    <CardPage
      title="Who is signing in?"
      foot={
        <p>
          New here?
          <Link to={to.signup('restaurant')} className="link ml-3 inline-block py-1">
            Register your restaurant
          </Link>
        </p>
      }
    >
      {search.get('token_expired') === 'true' ? <ExpiredNotice /> : null}
      <ul ref={list} onKeyDown={move} className="grid gap-2">
        {choices.map(({ area, label, note, icon: Icon }) => {
          const look = 'flex min-h-16 items-center gap-3 rounded-card border border-border px-4 py-2.5 hover:bg-raised'
          const inside = (
            <>
              <Icon className="size-6! text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{label}</span>
                <span className="block text-14 text-muted">{note}</span>
              </span>
              <ChevronRight className="text-muted" aria-hidden="true" />
            </>
          )
          return (
            <li key={area}>
              {area === 'diner' ? (
                // The diner's pages are another document.
                <a href={to.dinerLogin()} onClick={() => rememberLogin(area)} className={look}>
                  {inside}
                </a>
              ) : (
                <Link to={to.login(area, { from: search.get('from') })} onClick={() => rememberLogin(area)} className={look}>
                  {inside}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </CardPage>
  )
}
