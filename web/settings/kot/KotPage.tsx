import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { NumberField } from '#web/app/form/fields.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { type Profile, PROFILE, ProfileLoaded, ProfileSwitch, SwitchCard } from '#web/shared/settings/profile.tsx'
import { Counter } from './Counter.tsx'

/** Kitchen tickets (SCREENS §2.3 "/kot"): their counter, when they turn amber and red, and what happens automatically. */
export default function KotPage() {
  return <ProfileLoaded>{(profile) => <KotForm profile={profile} />}</ProfileLoaded>
}

function KotForm({ profile: { kotSettings } }: { profile: Profile }) {
  const { readyStep, deductStock, autoPrintKOT } = kotSettings
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    defaults: { warnMinutes: kotSettings.warnMinutes as number | null, lateMinutes: kotSettings.lateMinutes as number | null },
    // Empty fields are refused before anything is sent.
    toBody: ({ warnMinutes, lateMinutes }) => ({ kotSettings: { warnMinutes: warnMinutes ?? 0, lateMinutes: lateMinutes ?? 0 } }),
    onlyChanges: ['kotSettings'],
    invalidates: PROFILE,
  })
  return (
    <FormPage
      form={form}
      above={<Counter />}
      below={
        <SwitchCard title="Automatic">
          <ProfileSwitch
            label="Ready step"
            description="The kitchen marks dishes Ready and the floor serves them. Off: a finished ticket is Served at once."
            checked={readyStep}
            change={(on) => ({ kotSettings: { readyStep: on } })}
          />
          <ProfileSwitch
            label="Deduct stock"
            description="A sent ticket takes the materials of its recipes from stock."
            checked={deductStock}
            change={(on) => ({ kotSettings: { deductStock: on } })}
          />
          <ProfileSwitch
            label="Print each KOT"
            description="A new ticket prints by itself, where a printer is set."
            checked={autoPrintKOT}
            change={(on) => ({ kotSettings: { autoPrintKOT: on } })}
          />
        </SwitchCard>
      }
    >
      <FormSection title="Waiting times" note="on the kitchen’s board">
        <NumberField form={form} name="warnMinutes" label="Amber after" unit="min" required min={1} max={600} />
        <NumberField form={form} name="lateMinutes" label="Red after" unit="min" required min={1} max={600} />
      </FormSection>
    </FormPage>
  )
}
