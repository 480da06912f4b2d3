import { SCREENS } from '../screens.ts'
import { screens as backoffice } from '../screens/backoffice.ts'
import { screens as onboarding } from '../screens/onboarding.ts'
import { screens as partner } from '../screens/partner.ts'
import { screens as settings } from '../screens/settings.ts'
import { screens as signIn } from '../screens/signIn.ts'

/** The pages of all tables, for tests that walk through them. */
export const ALL_SCREENS = [...SCREENS, ...settings, ...signIn, ...onboarding, ...partner, ...backoffice]
