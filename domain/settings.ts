import type { z } from 'zod'
import type { KotSettings, PrintSettings, TaxSettings } from './api/restaurant.ts'
import type { TaxPercentages } from './tax.ts'

/** The stored KOT settings of a restaurant. `autoPrintKOT` is stored only in `printSettings` (CONTRACT §9 "Printing"); the contract shows it in both. */
export type StoredKotSettings = Omit<z.infer<typeof KotSettings>, 'autoPrintKOT'> & {
  /** A reset time that was changed before `restaurants.next_clock` existed: it counts from the business date `from` on. */
  nextReset?: { resetTime: string; from: string } | null
}

/**
 * The taxes that a new restaurant charges, in percent: the 5% GST of restaurants, and none without a GSTIN, because only a registered person may collect tax
 * (CGST Act, section 32; docs/decisions/024-kinds-of-document.md).
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

/** Stored settings with every field filled in: a field that was added later gets a new restaurant's value, so a new setting needs no migration. */
export const kotSettingsOf = (stored: Partial<StoredKotSettings>): StoredKotSettings => ({ ...newSettings().kotSettings, ...stored })

/** Stored tax settings with every field filled in. */
export const taxSettingsOf = (stored: Partial<z.infer<typeof TaxSettings>>): z.infer<typeof TaxSettings> => ({
  ...newSettings().taxSettings,
  ...stored,
})

/** Stored print settings with every field filled in. */
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
