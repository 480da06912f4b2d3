import { useQuery } from '@tanstack/react-query'
import { Hourglass, LogOut, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '#web/core/query.ts'
import { CardPage } from './CardPage.tsx'
import { checkAgain, sessionNow, signOut, useSession } from '#web/core/session.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from './title.ts'
import { Live } from '#web/ui/Live.tsx'

/** The page for a restaurant that isn't approved yet (SPEC §2): name, submitted details, Check again, Sign out. */
export default function PendingApproval() {
  const { pending, user } = useSession()
  const [checking, setChecking] = useState(false)
  const [told, setTold] = useState('')
  const { data } = useQuery(apiQuery('GET /restaurant/profile'))
  const restaurant = data?.restaurant
  const name = pending?.restaurantName || user?.restaurantName || restaurant?.establishment_name || 'your restaurant'
  const rejection = pending?.rejectionReason ?? (restaurant?.approvalStatus === 'rejected' ? restaurant.rejectionReason : null)
  const title = rejection ? `${name} was not approved` : `${name} is under review`
  usePageTitle(title)

  async function check() {
    setChecking(true)
    setTold('')
    await checkAgain()
    setChecking(false)
    if (sessionNow().status === 'pending') setTold('Still under review.')
  }

  const details: [string, string | undefined][] = [
    ['Address', restaurant?.address],
    ['Contact', restaurant ? [restaurant.user_name, restaurant.user_contact_number].filter(Boolean).join(', ') : undefined],
    ['GST number', restaurant?.gstNumber],
    ['FSSAI number', restaurant?.fssaiNumber],
  ]
  return (
    <CardPage title={title}>
      {rejection ? (
        <Banner tone="danger">{rejection}</Banner>
      ) : (
        <p className="flex items-start gap-3 text-14 text-muted">
          <Hourglass className="mt-0.5" aria-hidden="true" />
          Our team looks at every application. You can use Tawa as soon as it is approved.
        </p>
      )}
      {details.some(([, value]) => value) ? (
        <dl className="grid gap-2 rounded-card border border-hairline p-4 text-14">
          {details.map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt className="text-12 text-muted">{label}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : null}
      <Live visible={told !== ''} className="text-14 text-muted">
        {told}
      </Live>
      <div className="grid gap-2">
        <Button variant="primary" size={44} full icon={<RotateCw />} loading={checking} onClick={() => void check()}>
          Check again
        </Button>
        <Button size={44} full icon={<LogOut />} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </CardPage>
  )
}
