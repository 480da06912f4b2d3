import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hoursLine } from '#domain/hours.ts'
import { ungrouped } from '#domain/legal.ts'
import { isShortPassword, PASSWORD_RULE } from '#domain/password.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { HoursField } from '#web/app/form/HoursField.tsx'
import type { Form } from '#web/app/form/useForm.ts'
import { badEmail, sameEmail } from '#web/shared/email/address.ts'
import { MyPosition, rounded } from '#web/shared/listing/PlaceFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import './onboarding.css'
import { addressOf } from './body.ts'
import { badFssaiNumber, badGstin, badMobile } from './checks.ts'
import { Pairs } from './Pairs.tsx'
import type { Values } from './progress.ts'
import type { Locked } from './useSignup.ts'

type InStep = { form: Form<Values> }

const short = (text: string) => (isShortPassword(text) ? PASSWORD_RULE : undefined)

type PasswordProps = InStep & { name: 'password' | 'outletPassword'; label: string; hint: string; locked?: string | null }
function Password({ form, name, label, hint, locked }: PasswordProps) {
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      kind="password"
      autoComplete="new-password"
      maxLength={128}
      required={`Enter the ${name === 'password' ? 'password' : 'manager’s password'}.`}
      hint={hint}
      disabledReason={locked}
      check={short}
    />
  )
}

export function AccountStep({ form, locked }: InStep & { locked: Locked }) {
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Your name"
        autoComplete="name"
        maxLength={80}
        required="Enter your name."
        disabledReason={locked.account}
      />
      <TextField
        form={form}
        name="email"
        label="Email"
        kind="email"
        autoComplete="username"
        maxLength={254}
        required="Enter your email."
        hint="You sign in with it, and we send our emails to it."
        disabledReason={locked.account}
        check={badEmail}
      />
      <TextField
        form={form}
        name="mobile"
        label="Mobile number"
        kind="tel"
        autoComplete="tel"
        maxLength={20}
        required="Enter your mobile number."
        disabledReason={locked.account}
        check={badMobile}
      />
      <Password
        form={form}
        name="password"
        label="Password"
        hint={`${PASSWORD_RULE} It is not kept on this device.`}
        locked={locked.password}
      />
    </>
  )
}

/** Name, address, place and hours of a restaurant. `more` are a partner's questions about its outlet. */
export function RestaurantStep({ form, more }: InStep & { more?: ReactNode }) {
  const { latitude, longitude } = form.values.location
  return (
    <>
      <TextField form={form} name="establishment_name" label="Restaurant name" maxLength={80} required="Enter the restaurant’s name." />
      <TextField
        form={form}
        name="street"
        label="Street and area"
        autoComplete="street-address"
        maxLength={200}
        required="Enter the street."
        hint="As on the bill: Plot 22, DLF Road, Gachibowli"
      />
      <div className="signup-place">
        <TextField form={form} name="city" label="City" autoComplete="address-level2" maxLength={40} required="Enter the city." />
        <TextField form={form} name="state" label="State" autoComplete="address-level1" maxLength={40} required="Enter the state." />
        <TextField
          form={form}
          name="pin"
          label="PIN code"
          autoComplete="postal-code"
          maxLength={7}
          required="Enter the PIN code."
          check={(text) => (/^\d{3} ?\d{3}$/.test(text.trim()) ? undefined : 'A PIN code has six digits.')}
        />
      </div>
      <div className="grid grid-cols-1 gap-2">
        <p className="text-14 font-semibold">
          Place on the map <span className="font-normal text-muted">(optional)</span>
        </p>
        {latitude === null || longitude === null ? (
          <p className="text-14 text-muted">
            Guests nearby find you by it. Later an employee with the role Mobile admin adds it, in App listing.
          </p>
        ) : (
          <p className="num flex flex-wrap items-center gap-2 text-14">
            {latitude}, {longitude}
            <Button size={32} variant="quiet" icon={<X />} onClick={() => form.setValue('location', { latitude: null, longitude: null })}>
              Remove the place
            </Button>
          </p>
        )}
        <MyPosition onFound={(at) => form.setValue('location', { latitude: rounded(at.latitude), longitude: rounded(at.longitude) })} />
      </div>
      <HoursField form={form} />
      {more}
    </>
  )
}

/** Who manages a partner's outlet: the manager's account has a separate email. `locked`: why they can't be changed. */
export function OutletAccount({ form, locked }: InStep & { locked: string | null }) {
  return (
    <fieldset className="grid grid-cols-1 gap-4 border-t border-hairline pt-4">
      <legend className="sr-only">Who manages this outlet</legend>
      <p className="text-14 text-muted">The outlet has its own sign-in, with a different email from yours.</p>
      <TextField
        form={form}
        name="outletEmail"
        label="Manager’s email"
        kind="email"
        autoComplete="off"
        maxLength={254}
        required="Enter the manager’s email."
        disabledReason={locked}
        check={(text) => badEmail(text) ?? (sameEmail(text, form.values.email) ? 'This is your own email. Use another one.' : undefined)}
      />
      <Password form={form} name="outletPassword" label="Manager’s password" hint={PASSWORD_RULE} locked={locked} />
    </fieldset>
  )
}

export function LegalStep({ form }: InStep) {
  return (
    <>
      <TextField
        form={form}
        name="gstNumber"
        label="GST number"
        kind="code"
        optional
        maxLength={20}
        hint="15 characters, as on your registration certificate."
        check={badGstin}
      />
      <TextField
        form={form}
        name="fssaiNumber"
        label="FSSAI number"
        kind="code"
        optional
        maxLength={20}
        hint="14 digits, as on your food licence."
        check={badFssaiNumber}
      />
      <p className="text-14 text-muted">
        You can send the application without them and add both later. After it is sent you can add the certificates as files.
      </p>
    </>
  )
}

/** A summary of what will be sent; each part has a link back to it. A password that a reload has emptied is asked for again. */
export function ReviewStep({ form, goTo, partner = false }: InStep & { goTo: (step: number) => void; partner?: boolean }) {
  const { values } = form
  const [missing] = useMissing(values, partner)
  return (
    <>
      <Part
        title="Account"
        onChange={() => goTo(0)}
        rows={[
          ['Name', values.name],
          ['Email', values.email],
          ['Mobile number', values.mobile],
        ]}
      />
      {partner && values.outletLater ? (
        <Part title="First outlet" onChange={() => goTo(1)} rows={[['Outlet', 'Added later']]} />
      ) : (
        <>
          <Part
            title={partner ? 'First outlet' : 'Restaurant'}
            onChange={() => goTo(1)}
            rows={[
              ['Name', values.establishment_name],
              ['Address', addressOf(values)],
              ['Opening hours', hoursLine(values.opening_hours) || 'Open at any time'],
              ...(partner ? ([['Manager', values.outletEmail]] as const) : []),
            ]}
          />
          <Part
            title="Legal"
            onChange={() => goTo(2)}
            rows={[
              ['GST number', ungrouped(values.gstNumber) || 'Not given'],
              ['FSSAI number', ungrouped(values.fssaiNumber) || 'Not given'],
            ]}
          />
        </>
      )}
      {missing.password ? (
        <Password form={form} name="password" label="Your password" hint="Type it again, because it is not kept on this device." />
      ) : null}
      {missing.outletPassword ? (
        <Password
          form={form}
          name="outletPassword"
          label="Manager’s password"
          hint="Type it again, because it is not kept on this device."
        />
      ) : null}
    </>
  )
}

/** The passwords that were empty when the review began; the fields stay while they are typed. */
function useMissing(values: Values, partner: boolean) {
  return useState(() => ({
    password: values.password === '',
    outletPassword: partner && !values.outletLater && values.outletPassword === '',
  }))
}

function Part({ title, rows, onChange }: { title: string; rows: readonly (readonly [string, string])[]; onChange: () => void }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2 rounded-card border border-hairline p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        <Button size={32} variant="quiet" aria-label={`Change: ${title}`} onClick={onChange}>
          Change
        </Button>
      </div>
      <Pairs rows={rows} />
    </section>
  )
}
