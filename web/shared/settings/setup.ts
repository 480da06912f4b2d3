import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import type { PrinterShape } from '#domain/api/printJob.ts'
import { plural } from '#domain/text.ts'
import type { Profile } from './profile.tsx'
import { to } from '#web/core/to.ts'

/** A step of the setup checklist, with what is there or missing in words. `done` is null while that is not known. */
export type Step = { label: string; to: string; done: boolean | null; detail: string }

/** What the checklist asks of the profile. */
export type SetupProfile = Pick<Profile, 'isTableEnabled' | 'gstNumber' | 'taxPercentages' | 'taxSettings' | 'printSettings'>

type Facts = {
  profile: SetupProfile
  /** Undefined until they are loaded. */
  categories: readonly CategoryShape[] | undefined
  tables: number | undefined
  staff: number | undefined
  printers: readonly Pick<PrinterShape, 'role'>[] | undefined
}

/** The setup checklist (SCREENS §2.3 "/settings"). A step is ticked by what is set up, not by hand. */
export function setupSteps({ profile, categories, tables, staff, printers }: Facts): Step[] {
  const dishes = categories?.flatMap((c) => [...c.menuItems, ...c.subcategories.flatMap((s) => s.menuItems)])
  const counted = (
    n: number | undefined,
    [one, many]: readonly [string, string?],
    missing: string,
    least = 1,
  ): Pick<Step, 'done' | 'detail'> =>
    n === undefined ? { done: null, detail: '' } : { done: n >= least, detail: n >= least ? plural(n, one, many) : missing }
  return [
    { label: 'Menu', to: to.settingsMenu(), ...counted(dishes?.length, ['dish', 'dishes'], 'Add the first dishes') },
    ...(profile.isTableEnabled ? [{ label: 'Tables', to: to.settingsTable(), ...counted(tables, ['table'], 'Add the tables') }] : []),
    {
      label: 'Tax',
      to: to.settingsTax(),
      ...taxes(profile, dishes),
    },
    { label: 'Printer', to: to.settingsPrint(), ...printing(profile, printers) },
    { label: 'Staff', to: to.users(), ...counted(staff, ['person', 'people'], 'Add the people who work here', 2) },
  ]
}

function printing(
  { printSettings: { enablePrint, autoPrintKOT } }: Facts['profile'],
  printers: Facts['printers'],
): Pick<Step, 'done' | 'detail'> {
  if (!enablePrint) return { done: false, detail: 'Printing is switched off' }
  if (!printers) return { done: null, detail: '' }
  if (printers.length === 0) return { done: false, detail: 'None yet: the browser prints' }
  const has = (role: PrinterShape['role']) => printers.some((printer) => printer.role === role)
  const what = has('bill') && has('kot') ? 'bills and KOTs' : has('bill') ? 'bills' : 'KOTs'
  // Some kitchens cook from a screen and want paper only now and then, so this is done, and says what to expect.
  const asked = has('kot') && !autoPrintKOT ? '; a ticket prints when somebody asks' : ''
  return { done: true, detail: `${plural(printers.length, 'printer')}, for ${what}${asked}` }
}

function taxes(
  { gstNumber, taxPercentages: { gst, vat }, taxSettings: { composition } }: Facts['profile'],
  dishes: readonly Pick<MenuItemShape, 'isAlcohol' | 'gstRate'>[] | undefined,
): Pick<Step, 'done' | 'detail'> {
  if (composition)
    return gstNumber
      ? { done: true, detail: 'Composition scheme: no tax' }
      : { done: false, detail: 'The composition scheme needs a GST number' }
  if (gst > 0 && !gstNumber) return { done: false, detail: `GST is ${gst}%, but there is no GST number` }
  if (!dishes) return { done: null, detail: '' }
  const food = dishes.filter(({ isAlcohol }) => !isAlcohol)
  const without = food.filter(({ gstRate }) => gstRate === undefined).length
  const oneEach = gst === 0 && without === 0 && food.length > 0
  if (gst === 0 && gstNumber && !oneEach)
    return {
      done: false,
      detail:
        without === food.length
          ? 'There is a GST number, but GST is 0%'
          : `There is a GST number, but GST is 0% for ${plural(without, 'dish', 'dishes')}`,
    }
  // Only a registered person may collect GST (decision 024), whoever says the rate.
  const own = gstNumber ? 0 : food.filter(({ gstRate = 0 }) => gstRate > 0).length
  if (own > 0)
    return {
      done: false,
      detail: `${plural(own, 'dish', 'dishes')} with GST of ${own === 1 ? 'its' : 'their'} own, but there is no GST number`,
    }
  if (dishes.some(({ isAlcohol }) => isAlcohol) && vat === 0) return { done: false, detail: 'The menu has alcohol, but VAT is 0%' }
  return {
    done: true,
    detail:
      oneEach && gstNumber
        ? 'Each dish has its own GST'
        : gst > 0 || vat > 0
          ? `GST ${gst}%, VAT ${vat}%`
          : gstNumber
            ? 'No taxes'
            : 'No GST number, so no tax',
  }
}
