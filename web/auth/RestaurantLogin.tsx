import { call } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { LoginCard } from './LoginCard.tsx'

export default function RestaurantLogin() {
  return (
    <LoginCard
      area="restaurant"
      title="Sign in to your restaurant"
      signIn={(body) => call('POST /auth/restaurant/login', { body, quiet: true })}
      signUp={{ path: to.signup('restaurant'), label: 'Register your restaurant' }}
    />
  )
}
