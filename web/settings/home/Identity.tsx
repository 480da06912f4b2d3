import { ImageField, TextField } from '#web/app/form/fields.tsx'
import { FormSection } from '#web/app/form/shells.tsx'
import type { HomeForm } from './values.ts'

/** The restaurant's name, address and contact person. */
export function Identity({ form }: { form: HomeForm }) {
  return (
    <FormSection title="Identity">
      <TextField form={form} name="establishment_name" label="Restaurant name" required maxLength={80} className="col-span-full" />
      <TextField form={form} name="address" label="Address" kind="multiline" rows={2} maxLength={300} className="col-span-full" />
      <TextField form={form} name="user_name" label="Contact person" required maxLength={80} />
      <TextField form={form} name="designation" label="Designation" optional maxLength={300} placeholder="Owner" />
      <TextField form={form} name="user_contact_number" label="Mobile" required kind="tel" maxLength={20} />
      <TextField form={form} name="international_phone_number" label="Phone for guests" optional kind="tel" maxLength={20} />
      <TextField form={form} name="url" label="Website" optional maxLength={500} placeholder="https://" className="col-span-full" />
      <TextField form={form} name="types" label="Kind of place" optional maxLength={300} hint="With commas: Restaurant, Bar" />
      <TextField
        form={form}
        name="accessibility"
        label="Accessibility"
        optional
        maxLength={300}
        hint="With commas: Step-free entrance, Braille menu"
      />
      <ImageField
        form={form}
        name="image"
        label="Logo"
        optional
        purpose="profile"
        hint="On the guests’ menu and the QR sheet. The bill has its own: Settings, Print."
      />
      <ImageField
        form={form}
        name="userDashboardImageUrl"
        label="Picture above the guests’ menu"
        optional
        purpose="profile"
        hint="Shown while its switch below is on; a first picture switches it on."
      />
    </FormSection>
  )
}

/** The numbers that the law requires on bills. */
export function LegalNumbers({ form }: { form: HomeForm }) {
  return (
    <FormSection title="Legal numbers" note="printed on bills">
      <TextField form={form} name="gstNumber" label="GST number" optional kind="code" maxLength={20} />
      <TextField form={form} name="fssaiNumber" label="FSSAI number" optional kind="code" maxLength={20} />
      <TextField form={form} name="vatNumber" label="VAT number" optional kind="code" maxLength={20} />
      <TextField
        form={form}
        name="invoicePrefix"
        label="Invoice prefix"
        required
        kind="code"
        maxLength={4}
        hint="Invoice numbers begin with it, from the next bill on."
      />
    </FormSection>
  )
}
