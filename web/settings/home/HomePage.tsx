import { FormPage } from '#web/app/form/shells.tsx'
import { newestHours } from '#web/shared/hours.ts'
import { useCallForm } from '#web/app/form/useForm.ts'
import { type Profile, PROFILE, ProfileLoaded } from '#web/shared/settings/profile.tsx'
import { Checklist } from './Checklist.tsx'
import { Colours } from './Colours.tsx'
import { Identity, LegalNumbers } from './Identity.tsx'
import { Switches } from './Switches.tsx'
import { bodyOf, valuesOf } from './values.ts'
import { Hours, Orders } from './Working.tsx'

/** The general settings (SCREENS §2.3 "/settings"): the setup checklist, the restaurant's identity, its look and how it works. */
export default function HomePage() {
  return <ProfileLoaded>{(profile) => <HomeForm profile={profile} />}</ProfileLoaded>
}

function HomeForm({ profile }: { profile: Profile }) {
  const form = useCallForm({
    call: 'PUT /restaurant/profile',
    kept: true,
    defaults: valuesOf(profile),
    toBody: bodyOf,
    newest: newestHours(valuesOf(profile)),
    onlyChanges: true,
    invalidates: PROFILE,
  })
  return (
    <FormPage form={form} above={<Checklist profile={profile} />} below={<Switches profile={profile} />}>
      <Identity form={form} />
      <LegalNumbers form={form} />
      <Hours form={form} />
      <Orders form={form} profile={profile} />
      <Colours form={form} />
    </FormPage>
  )
}
