import { call } from '#web/core/api.ts'
import { LoginCard } from './LoginCard.tsx'

export default function BackofficeLogin() {
  return (
    <LoginCard
      area="backoffice"
      title="Sign in to the back office"
      signIn={({ email, password }) => call('POST /auth/backoffice/login', { body: { email, password }, quiet: true })}
    />
  )
}
