import type { z } from 'zod'
import type { KotSettings, PrintSettings, TaxSettings } from './api/restaurant.ts'
import type { TaxPercentages } from './tax.ts'

/** What a restaurant keeps of its KOT settings. `autoPrintKOT` is kept in `printSettings` alone (CONTRACT §9 "Printing"); the contract shows it in both. */
export type StoredKotSettings = Omit<z.infer<typeof KotSettings>, 'autoPrintKOT'> & {
  /** A reset time that was changed before `restaurants.next_clock` existed: it counts from the business date `from` on. */
  nextReset?: { resetTime: string; from: string } | null
}

/**
 * What a restaurant charges until it says otherwise, in percent: the 5% GST of restaurants, and none at all without a GSTIN, because only who is registered may
 * collect tax (CGST Act, section 32; docs/decisions/024-kinds-of-document.md).
 */
export const firstTaxes = (gstNumber: string): TaxPercentages => ({ gst: gstNumber.trim() === '' ? 0 : 5, vat: 0, serviceCharge: 0 })

/** A new restaurant's settings but its taxes (CONTRACT §4); the reset time in its own zone. */
export const newSettings = () => ({
  taxSettings: { roundOff: false, composition: false },
  paymentTypes: ['Cash', 'UPI', 'Card'],
  kotSettings: {
    resetTime: '00:00',
    readyStep: true,
    warnMinutes: 10,
    lateMinutes: 20,
    deductStock: true,
  } satisfies StoredKotSettings as StoredKotSettings,
  qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: false },
  printSettings: {},
})

/** Stored settings with every field there: one that was added since has a new restaurant's value. A setting needs no migration for it. */
export const kotSettingsOf = (stored: Partial<StoredKotSettings>): StoredKotSettings => ({ ...newSettings().kotSettings, ...stored })

/** Stored tax settings with every field there. */
export const taxSettingsOf = (stored: Partial<z.infer<typeof TaxSettings>>): z.infer<typeof TaxSettings> => ({
  ...newSettings().taxSettings,
  ...stored,
})

/** Stored print settings with every field there. */
export const printSettingsOf = (stored: Partial<z.infer<typeof PrintSettings>>): z.infer<typeof PrintSettings> => ({
  enablePrint: true,
  showStoreDetails: true,
  showCustomerDetails: true,
  pageSize: '80mm',
  header: '',
  footer: '',
  showNotes: true,
  printToken: false,
  autoPrintKOT: false,
  printBillOnSettle: true,
  openDrawer: true,
  upiCode: true,
  showLogo: true,
  fullKotNames: false,
  rasterNames: false,
  stations: [],
  ...stored,
})
