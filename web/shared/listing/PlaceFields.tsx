import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { NumberField } from '#web/app/form/fields.tsx'
import { FormSection } from '#web/app/form/shells.tsx'
import type { Form } from '#web/app/form/useForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Degrees; both or neither. */
export type Place = { latitude: number | null; longitude: number | null }
type WithPlace = { location: Place }

const BOTH = 'Enter both, or leave both empty.'
/** Rounded to a tenth of a metre: a phone's position is never more exact. */
export const rounded = (degrees: number) => Math.round(degrees * 1_000_000) / 1_000_000

/** Where the restaurant is: typed, or taken from the device. There is no map, because it would have to come from another company. */
export function PlaceFields<V extends WithPlace>({ form: whole }: { form: Form<V> }) {
  // A form with more fields than the place can be used as a form of a place; TypeScript can't infer that because of `setValue`.
  const form = whole as unknown as Form<WithPlace>
  const { latitude, longitude } = form.values.location
  return (
    <FormSection title="Location" note="where the app finds you">
      <NumberField
        form={form}
        name="location.latitude"
        label="Latitude"
        unit="°"
        min={-90}
        max={90}
        decimals={15}
        required={longitude === null ? undefined : BOTH}
      />
      <NumberField
        form={form}
        name="location.longitude"
        label="Longitude"
        unit="°"
        min={-180}
        max={180}
        decimals={15}
        required={latitude === null ? undefined : BOTH}
      />
      <MyPosition
        onFound={(at) => {
          form.setValue('location.latitude', rounded(at.latitude), { shouldValidate: true })
          form.setValue('location.longitude', rounded(at.longitude), { shouldValidate: true })
        }}
      />
    </FormSection>
  )
}

type State = { is: 'idle' | 'asking' | 'refused' | 'unknown' } | { is: 'found'; metres: number }

/** Asks the device where it is, which the person must allow. */
export function MyPosition({ onFound }: { onFound: (at: GeolocationCoordinates) => void }) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const ask = () => {
    setState({ is: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onFound(coords)
        setState({ is: 'found', metres: Math.ceil(coords.accuracy) })
      },
      (error) => setState({ is: error.code === error.PERMISSION_DENIED ? 'refused' : 'unknown' }),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <div className="col-span-full grid justify-items-start gap-2">
      <Button size={32} icon={<LocateFixed />} loading={state.is === 'asking'} onClick={ask}>
        Use my position
      </Button>
      {state.is === 'found' ? (
        <p role="status" className="text-14 text-muted">
          This is where you are now, within about {state.metres} m. Be at the restaurant for it.
        </p>
      ) : null}
      {state.is === 'refused' ? (
        <Banner tone="danger">This browser may not use your position. Allow it for this page, or type the numbers.</Banner>
      ) : null}
      {state.is === 'unknown' ? <Banner tone="danger">Your position was not found. Try again, or type the numbers.</Banner> : null}
    </div>
  )
}
