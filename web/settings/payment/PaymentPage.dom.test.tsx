import { describe } from 'vitest'
import { keepsInput } from '#web/test/settingsPage.tsx'
import PaymentPage from './PaymentPage.tsx'

describe('/settings/payment', () => keepsInput(PaymentPage, /^UPI ID/, 'yard@okaxis'))
