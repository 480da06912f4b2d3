import { to } from '#web/core/to.ts'
import type { Screen } from '../screens.ts'

/** Pages for those who are not signed in. */
export const screens: readonly Screen[] = [
  { path: to.logins(), title: 'Sign in', module: () => import('#web/auth/LoginChooser.tsx'), shell: 'signIn' },
  { path: to.forgotPassword(), title: 'Forgot your password?', module: () => import('#web/auth/ForgotPassword.tsx'), shell: 'signIn' },
  { path: to.verifyCode(), title: 'Enter the code', module: () => import('#web/auth/VerifyCode.tsx'), shell: 'signIn' },
  { path: to.resetPassword(), title: 'Set a new password', module: () => import('#web/auth/ResetPassword.tsx'), shell: 'signIn' },
  {
    path: to.login('restaurant'),
    title: 'Sign in to your restaurant',
    module: () => import('#web/auth/RestaurantLogin.tsx'),
    shell: 'signIn',
  },
  { path: to.login('partner'), title: 'Sign in as a partner', module: () => import('#web/auth/PartnerLogin.tsx'), shell: 'signIn' },
  {
    path: to.login('backoffice'),
    title: 'Sign in to the back office',
    module: () => import('#web/auth/BackofficeLogin.tsx'),
    shell: 'signIn',
  },
]
