import { useQuery } from '@tanstack/react-query'
import { columnsFor } from '#domain/print/lines.ts'
import { BoundField } from '#web/app/form/Bound.tsx'
import { SegmentedField, TextField } from '#web/app/form/fields.tsx'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { FormSkeleton, Loaded } from '#web/app/Loaded.tsx'
import { apiQuery } from '#web/core/query.ts'
import { type Profile, PROFILE, ProfileLoaded, ProfileSwitch, SwitchCard } from '#web/shared/settings/profile.tsx'
import { LogoInput } from './LogoInput.tsx'
import { Preview } from './Preview.tsx'
import type { Printer } from '#web/shared/print/printers.ts'
import { Printers } from './Printers.tsx'
import { Stations } from './Stations.tsx'

/** What bills and kitchen tickets look like on paper (SCREENS §2.3 "/print"), beside a sample that follows what is typed. */
export default function PrintPage() {
  const query = useQuery(apiQuery('GET /print/printers'))
  const stations = useQuery(apiQuery('GET /print/stations'))
  return (
    <ProfileLoaded>
      {/* All are waited for, because the form stands below printers and stations. */}
      {(profile) => (
        <Loaded query={query}>
          {({ printers }) => (stations.isPending ? <FormSkeleton /> : <PrintForm profile={profile} printers={printers} />)}
        </Loaded>
      )}
    </ProfileLoaded>
  )
}

/** Papers by their name: one that contains "80mm" has 48 columns, any other 32 (SPEC §5). */
const PAPERS = [
  { value: '80mm', label: '80 mm, 48 columns' },
  { value: '58mm', label: '58 mm, 32 columns' },
] as const
type PaperName = (typeof PAPERS)[number]['value']

function PrintForm({ profile, printers }: { profile: Profile; printers: Printer[] }) {
  const { printSettings, imageBase64ForBill } = profile
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
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
  return (
    <FormPage
      form={form}
      above={
        <>
          <Printers printers={printers} restaurant={{ ...profile, printSettings: { ...printSettings, ...typed } }} />
          <Stations />
        </>
      }
      below={<Switches profile={profile} />}
      aside={<Preview restaurant={{ ...profile, imageBase64ForBill: logo, printSettings: { ...printSettings, ...typed } }} />}
      wideAside
    >
      <FormSection title="Paper">
        <SegmentedField
          form={form}
          name="pageSize"
          label="Paper of the receipt printer"
          options={PAPERS}
          hint="Each device can choose the other when it prints, and then keeps to it."
          className="col-span-full"
        />
      </FormSection>
      <FormSection title="Words on the bill">
        <TextField form={form} name="header" label="Header" kind="multiline" rows={2} maxLength={500} optional hint="Above the name." />
        <TextField
          form={form}
          name="footer"
          label="Footer"
          kind="multiline"
          rows={2}
          maxLength={500}
          optional
          hint="Without one: Thanks for dining with us!"
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
    </FormPage>
  )
}

function Switches({ profile: { printSettings: settings, upiId } }: { profile: Profile }) {
  return (
    <>
      <SwitchCard title="Bills">
        <ProfileSwitch
          label="Phone number"
          description="Name, address and legal numbers always print."
          checked={settings.showStoreDetails}
          change={(showStoreDetails) => ({ printSettings: { showStoreDetails } })}
        />
        <ProfileSwitch
          label="Guest’s name and mobile"
          description="The bill of a delivery always has them."
          checked={settings.showCustomerDetails}
          change={(showCustomerDetails) => ({ printSettings: { showCustomerDetails } })}
        />
        <ProfileSwitch
          label="Guest’s note"
          description="What was asked for with a dish or the order. KOTs always have it."
          checked={settings.showNotes}
          change={(showNotes) => ({ printSettings: { showNotes } })}
        />
        <ProfileSwitch
          label="Token number"
          description="Large, on take-away bills, to call the guest by."
          checked={settings.printToken}
          change={(printToken) => ({ printSettings: { printToken } })}
        />
        <ProfileSwitch
          label="Logo"
          description="The image that is chosen above."
          checked={settings.showLogo}
          change={(showLogo) => ({ printSettings: { showLogo } })}
        />
        <ProfileSwitch
          label="UPI code with the amount"
          description={upiId ? 'To scan, while something is left to pay.' : 'It needs the UPI ID of Settings, Payment.'}
          checked={settings.upiCode}
          change={(upiCode) => ({ printSettings: { upiCode } })}
        />
      </SwitchCard>
      <SwitchCard title="Printing">
        <ProfileSwitch
          label="Print"
          description="Off: bills and tickets are only shown on the screen."
          checked={settings.enablePrint}
          change={(enablePrint) => ({ printSettings: { enablePrint } })}
        />
        <ProfileSwitch
          label="Print each KOT"
          description="A new ticket prints by itself, where a printer is set. The browser’s own printing always asks first."
          checked={settings.autoPrintKOT}
          change={(autoPrintKOT) => ({ printSettings: { autoPrintKOT } })}
        />
        <ProfileSwitch
          label="Print the bill on settling"
          description="Where a printer is set, and only if this bill was not printed before."
          checked={settings.printBillOnSettle}
          change={(printBillOnSettle) => ({ printSettings: { printBillOnSettle } })}
        />
        <ProfileSwitch
          label="Open the drawer for cash"
          description="When cash is taken or given back, also without a bill. The drawer is plugged into the bill printer."
          checked={settings.openDrawer}
          change={(openDrawer) => ({ printSettings: { openDrawer } })}
        />
        <ProfileSwitch
          label="Full dish names on KOTs"
          description="Long names go on in the next line. Off: they are cut and end in two dots."
          checked={settings.fullKotNames}
          change={(fullKotNames) => ({ printSettings: { fullKotNames } })}
        />
        <ProfileSwitch
          label="Names in other scripts"
          description="Drawn as they are written. Off: such a dish prints under its name on paper, or else as “Item”."
          checked={settings.rasterNames}
          change={(rasterNames) => ({ printSettings: { rasterNames } })}
        />
      </SwitchCard>
    </>
  )
}
