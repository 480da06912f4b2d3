import { call } from '#web/core/api.ts'
import { LoginCard } from './LoginCard.tsx'

export default function RestaurantLogin() {
  return (
    <LoginCard
      area="restaurant"
      title="Sign in to your restaurant"
      signIn={(body) => call('POST /auth/restaurant/login', { body, quiet: true })}
    />
  )
}
