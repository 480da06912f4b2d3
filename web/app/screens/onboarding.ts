import { to } from '#web/core/to.ts'
import type { Screen } from '../screens.ts'

/** Pages of sign-up and of claiming a restaurant. */
export const screens: readonly Screen[] = [
  {
    path: to.signup('restaurant'),
    title: 'Register your restaurant',
    module: () => import('#web/onboarding/RestaurantSignup.tsx'),
    shell: 'signIn',
  },
  { path: to.signup('partner'), title: 'Become a partner', module: () => import('#web/onboarding/PartnerSignup.tsx'), shell: 'signIn' },
  { path: to.claim(':token'), title: 'Take over your restaurant', module: () => import('#web/onboarding/ClaimPage.tsx'), shell: 'signIn' },
]
