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
  },
  qrSettings: { enableQrMenu: true, enableOrderViaQr: true, requireLoginForMenu: false, acceptOrders: false },
  printSettings: {},
})
