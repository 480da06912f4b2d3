import { describe } from 'vitest'
import { keepsInput } from '#web/test/settingsPage.tsx'
import KotPage from './KotPage.tsx'

describe('/settings/kot', () => keepsInput(KotPage, /^Red after/, '45'))
