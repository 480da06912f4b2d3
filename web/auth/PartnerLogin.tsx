import { call } from '#web/core/api.ts'
import { to } from '#web/core/to.ts'
import { LoginCard } from './LoginCard.tsx'

export default function PartnerLogin() {
  return (
    <LoginCard
      area="partner"
      title="Sign in as a partner"
      signIn={({ email, password }) => call('POST /auth/partner/login', { body: { email, password }, quiet: true })}
      signUp={{ path: to.signup('partner'), label: 'Become a partner' }}
    />
  )
}
