import type { z } from 'zod'
import type { KotSettings } from './api/restaurant.ts'

/** What a restaurant keeps of its KOT settings: what the contract shows, and a reset time that waits for the next business day. */
export type StoredKotSettings = z.infer<typeof KotSettings> & { nextReset: { resetTime: string; from: string } | null }

/** A new restaurant's settings (CONTRACT §4); taxes in percent, the reset time in its own zone. */
export const newSettings = () => ({
  taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
  taxSettings: { roundOff: false },
  paymentTypes: ['Cash', 'UPI', 'Card'],
  kotSettings: {
    resetTime: '00:00',
    nextReset: null,
    readyStep: true,
    warnMinutes: 10,
    lateMinutes: 20,
    deductStock: true,
    autoPrintKOT: false,
  } satisfies StoredKotSettings as StoredKotSettings,
  qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: false },
  printSettings: {},
})

/** Stored settings with every field there: one that was added since has a new restaurant's value. A setting needs no migration for it. */
export const kotSettingsOf = (stored: Partial<StoredKotSettings>): StoredKotSettings => ({ ...newSettings().kotSettings, ...stored })
