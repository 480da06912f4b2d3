import { expect, it } from 'vitest'
import { printSettingsOf } from '#domain/settings.ts'
import { setupSteps } from './setup.ts'

type Facts = Parameters<typeof setupSteps>[0]
const dish = (isAlcohol = false, gstRate?: number) => ({ isAlcohol, gstRate })
const menu = (...dishes: ReturnType<typeof dish>[]) =>
  [{ menuItems: [], subcategories: [{ menuItems: dishes }] }] as unknown as Facts['categories']
const EMPTY: Facts = {
  profile: {
    isTableEnabled: true,
    gstNumber: '',
    taxPercentages: { gst: 5, vat: 0, serviceCharge: 0 },
    taxSettings: { roundOff: false, composition: false },
    printSettings: printSettingsOf({}),
  },
  categories: menu(),
  tables: 0,
  staff: 1,
  printers: [],
}
const withTax = (gst: number, vat: number, gstNumber: string, composition = false): Facts['profile'] => ({
  ...EMPTY.profile,
  taxSettings: { roundOff: false, composition },
  gstNumber,
  taxPercentages: { gst, vat, serviceCharge: 0 },
})
const steps = (facts: Partial<Facts>) =>
  Object.fromEntries(setupSteps({ ...EMPTY, ...facts }).map(({ label, done, detail }) => [label, [done, detail]]))

it('says of a new restaurant what is missing', () => {
  expect(steps({})).toEqual({
    Menu: [false, 'Add the first dishes'],
    Tables: [false, 'Add the tables'],
    Tax: [false, 'GST is 5%, but there is no GST number'],
    Printer: [false, 'None yet: the browser prints'],
    Staff: [false, 'Add the people who work here'],
  })
})

it('ticks what is there', () => {
  expect(
    steps({
      profile: withTax(5, 10, '36AAAAA0000A1Z3'),
      categories: menu(dish(), dish(true)),
      tables: 1,
      staff: 9,
      printers: [{ role: 'bill' }],
    }),
  ).toEqual({
    Menu: [true, '2 dishes'],
    Tables: [true, '1 table'],
    Tax: [true, 'GST 5%, VAT 10%'],
    Printer: [true, '1 printer, for bills'],
    Staff: [true, '9 people'],
  })
})

it('leaves out tables where there are none, and ticks nothing that is not known yet', () => {
  const none = {
    profile: { ...withTax(5, 0, '36AAAAA0000A1Z3'), isTableEnabled: false },
    categories: undefined,
    staff: undefined,
    printers: undefined,
  }
  expect(steps(none)).toEqual({ Menu: [null, ''], Tax: [null, ''], Printer: [null, ''], Staff: [null, ''] })
})

it.each([
  [withTax(0, 0, ''), menu(dish()), [true, 'No GST number, so no tax']],
  [withTax(0, 0, ''), menu(dish(false, 0)), [true, 'No GST number, so no tax']],
  [withTax(0, 0, ''), menu(dish(false, 18), dish()), [false, '1 dish with GST of its own, but there is no GST number']],
  [withTax(0, 0, ''), menu(dish(false, 18), dish(false, 5)), [false, '2 dishes with GST of their own, but there is no GST number']],
  [withTax(0, 0, '36AAAAA0000A1Z3'), menu(dish()), [false, 'There is a GST number, but GST is 0%']],
  [withTax(0, 0, '36AAAAA0000A1Z3'), menu(dish(false, 5), dish(), dish()), [false, 'There is a GST number, but GST is 0% for 2 dishes']],
  [withTax(0, 0, '36AAAAA0000A1Z3'), menu(dish(false, 5), dish(false, 18)), [true, 'Each dish has its own GST']],
  [withTax(0, 0, '36AAAAA0000A1Z3'), menu(dish(false, 5), dish(true)), [false, 'The menu has alcohol, but VAT is 0%']],
  [withTax(0, 0, '36AAAAA0000A1Z3'), menu(), [false, 'There is a GST number, but GST is 0%']],
  [withTax(0, 0, '36AAAAA0000A1Z3', true), menu(dish()), [true, 'Composition scheme: no tax']],
  [withTax(0, 0, '', true), menu(dish()), [false, 'The composition scheme needs a GST number']],
  [withTax(5, 0, '36AAAAA0000A1Z3'), menu(dish(true)), [false, 'The menu has alcohol, but VAT is 0%']],
])('asks whether numbers, percentages and menu fit together: %j', (profile, categories, tax) => {
  expect(steps({ profile, categories }).Tax).toEqual(tax)
})

it('says when printing is switched off, and what the printers print', () => {
  const printer = (roles: readonly ('bill' | 'kot')[], print: object = {}) =>
    steps({ profile: { ...EMPTY.profile, printSettings: printSettingsOf(print) }, printers: roles.map((role) => ({ role })) }).Printer
  expect(printer(['bill'], { enablePrint: false })).toEqual([false, 'Printing is switched off'])
  expect(printer([])).toEqual([false, 'None yet: the browser prints'])
  const auto = { autoPrintKOT: true }
  expect(printer(['bill', 'kot', 'kot'], auto)).toEqual([true, '3 printers, for bills and KOTs'])
  expect(printer(['kot'], auto)).toEqual([true, '1 printer, for KOTs'])
  // Done too: who wants paper only now and then has nothing left to set up, and is told what to expect.
  expect(printer(['bill', 'kot'])).toEqual([true, '2 printers, for bills and KOTs; a ticket prints when somebody asks'])
  expect(printer(['bill'])).toEqual([true, '1 printer, for bills'])
})
