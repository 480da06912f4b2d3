import { useQuery } from '@tanstack/react-query'
import { columnsFor } from '#domain/print/lines.ts'
import { BoundField } from '#web/app/form/Bound.tsx'
import { SegmentedField, TextField } from '#web/app/form/fields.tsx'
import { FormBody, FormSection, SaveBar } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { PanelPage } from '#web/app/PanelPage.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { apiQuery } from '#web/core/query.ts'
import { type Profile, PROFILE, ProfileLoaded, ProfileSwitch } from '#web/shared/settings/profile.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LogoInput } from './LogoInput.tsx'
import { Preview } from './Preview.tsx'
import type { Printer } from '#web/shared/print/printers.ts'
import { Printers } from './Printers.tsx'
import { Stations } from './Stations.tsx'
import './page.css'

/** How bills and kitchen tickets look on paper (SCREENS §2.3 "/print"), beside a sample that follows the typed settings. */
export default function PrintPage() {
  const query = useQuery(apiQuery('GET /print/printers'))
  return (
    <ProfileLoaded>
      {/* Both are waited for, because the form stands below the printers. */}
      {(profile) => <Loaded query={query}>{({ printers }) => <PrintForm profile={profile} printers={printers} />}</Loaded>}
    </ProfileLoaded>
  )
}

/** Papers by their name: one that contains "80mm" has 48 columns, any other 32 (SPEC §5). */
const PAPERS = [
  { value: '80mm', label: '80 mm, 48 col.' },
  { value: '58mm', label: '58 mm, 32 col.' },
] as const
type PaperName = (typeof PAPERS)[number]['value']

function PrintForm({ profile, printers }: { profile: Profile; printers: Printer[] }) {
  const { printSettings, imageBase64ForBill } = profile
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    // The image is large, and one item of storage holds all that is kept.
    notKept: ['imageBase64ForBill'],
    defaults: {
      pageSize: (columnsFor(printSettings.pageSize) === 48 ? '80mm' : '58mm') as PaperName,
      header: printSettings.header,
      footer: printSettings.footer,
      imageBase64ForBill,
    },
    toBody: ({ imageBase64ForBill: logo, ...settings }) => ({ printSettings: settings, imageBase64ForBill: logo }),
    onlyChanges: ['printSettings'],
    invalidates: PROFILE,
  })
  const { imageBase64ForBill: logo, ...typed } = form.values
  const reworded = typed.header !== printSettings.header || typed.footer !== printSettings.footer
  const restaurant = { ...profile, imageBase64ForBill: logo, printSettings: { ...printSettings, ...typed } }
  return (
    <PanelPage
      panel={<Preview restaurant={restaurant} saved={profile} printers={printers} />}
      bar={<SaveBar form={form} note={reworded ? <span className="text-14 text-muted max-sm:hidden">Marked on the paper</span> : null} />}
    >
      <Printers printers={printers} restaurant={restaurant} />
      <Switches profile={profile} printers={printers} />
      <FormBody form={form} size={32} showEdited className="grid gap-3">
        <FormSection title="Words on the bill" note="name, address and GSTIN always print">
          <TextField form={form} name="header" label="Above the name" kind="multiline" rows={2} maxLength={500} placeholder="None" />
          <TextField
            form={form}
            name="footer"
            label="Last line"
            kind="multiline"
            rows={2}
            maxLength={500}
            placeholder="Thanks for dining with us!"
          />
          <BoundField
            form={form}
            name="imageBase64ForBill"
            label="Logo on the bill"
            optional
            group
            hint="Receipt printers print black on white: a simple drawing comes out best."
            className="col-span-full"
          >
            {({ field: { value, onChange } }) => (
              <LogoInput label="Logo on the bill" value={(value as string | null) || null} onChange={onChange} />
            )}
          </BoundField>
        </FormSection>
        <FormSection title="Paper without a print agent">
          <SegmentedField
            form={form}
            name="pageSize"
            label="Paper of the receipt printer"
            options={PAPERS}
            hint="For printing in the browser and for bills as PDF. A device can choose the other size when it prints, and then keeps it."
            className="col-span-full"
          />
        </FormSection>
      </FormBody>
      <Stations />
    </PanelPage>
  )
}

/** Switches that are saved at once. A label is enough, because the paper beside it shows the effect; a second line only says what is missing for it. */
function Switches({
  profile: { printSettings: settings, upiId, imageBase64ForBill },
  printers,
}: {
  profile: Profile
  printers: Printer[]
}) {
  const has = (role: Printer['role']) => printers.some((printer) => printer.role === role)
  const noKot = has('kot') ? undefined : 'Needs a printer for KOTs'
  const noBill = has('bill') ? undefined : 'Needs a printer for bills'
  return (
    <Card title="When and what" note="saved at once" className="@container">
      <div className="print-switches">
        <ProfileSwitch
          label="Print each KOT"
          description={noKot ?? (settings.autoPrintKOT ? undefined : 'Off: only when somebody asks')}
          checked={settings.autoPrintKOT}
          change={(autoPrintKOT) => ({ printSettings: { autoPrintKOT } })}
        />
        <ProfileSwitch
          label="Print the bill on settling"
          description={noBill}
          checked={settings.printBillOnSettle}
          change={(printBillOnSettle) => ({ printSettings: { printBillOnSettle } })}
        />
        <ProfileSwitch
          label="Full dish names on KOTs"
          checked={settings.fullKotNames}
          change={(fullKotNames) => ({ printSettings: { fullKotNames } })}
        />
        <ProfileSwitch
          label="Open the drawer for cash"
          description={noBill}
          checked={settings.openDrawer}
          change={(openDrawer) => ({ printSettings: { openDrawer } })}
        />
        <ProfileSwitch
          label="Logo"
          description={imageBase64ForBill ? undefined : 'Choose an image below'}
          checked={settings.showLogo}
          change={(showLogo) => ({ printSettings: { showLogo } })}
        />
        <ProfileSwitch
          label="UPI code with the amount"
          description={upiId ? undefined : 'Needs the UPI ID in Payment'}
          checked={settings.upiCode}
          change={(upiCode) => ({ printSettings: { upiCode } })}
        />
        <ProfileSwitch
          label="Phone number"
          checked={settings.showStoreDetails}
          change={(showStoreDetails) => ({ printSettings: { showStoreDetails } })}
        />
        <ProfileSwitch
          label="Guest’s name and mobile"
          checked={settings.showCustomerDetails}
          change={(showCustomerDetails) => ({ printSettings: { showCustomerDetails } })}
        />
        <ProfileSwitch
          label="Guest’s note on bills"
          checked={settings.showNotes}
          change={(showNotes) => ({ printSettings: { showNotes } })}
        />
        <ProfileSwitch
          label="Token number on take-away"
          description={settings.printToken ? undefined : 'Off: the bill lacks the number that is called'}
          checked={settings.printToken}
          change={(printToken) => ({ printSettings: { printToken } })}
        />
        <ProfileSwitch
          label="Names in other scripts"
          description={settings.rasterNames ? undefined : 'Off: as their name on paper'}
          checked={settings.rasterNames}
          change={(rasterNames) => ({ printSettings: { rasterNames } })}
        />
        <ProfileSwitch
          label="Print on paper"
          description={settings.enablePrint ? undefined : 'Off: only on the screen'}
          checked={settings.enablePrint}
          change={(enablePrint) => ({ printSettings: { enablePrint } })}
        />
      </div>
    </Card>
  )
}
