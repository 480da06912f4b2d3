import { sameStation } from '#domain/station.ts'
import { SelectField, TextField } from '#web/app/form/fields.tsx'
import { useProfileQuery } from '#web/core/profile.ts'

type Select<V extends Values> = Parameters<typeof SelectField<V>>[0]
type Values = Parameters<typeof SelectField>[0]['form']['values']
type Props<V extends Values> = Pick<Select<V>, 'form' | 'name'> & {
  /** The text for no station. */
  none: string
  /** The hint if the restaurant has no list of stations, so that any name can be typed. */
  hint: string
}

/** The station where a dish or a category's dishes are made: one of the restaurant's list (settings/print). */
export function StationField<V extends Values>({ form, name, none, hint }: Props<V>) {
  const profile = useProfileQuery()
  const stations = profile.data?.restaurant.printSettings.stations ?? []
  const now = form.values[name] as string
  if (stations.length === 0 && !profile.isLoading)
    return <TextField form={form} name={name} label="Station" optional maxLength={40} hint={hint} />
  // A name that is not on the list, from before it was made or from an import, stays until another is chosen.
  const unlisted =
    now && !stations.some((station) => sameStation(station, now))
      ? [{ value: now, label: profile.isLoading ? now : `${now} (not on the list)` }]
      : []
  return (
    <SelectField
      form={form}
      name={name}
      label="Station"
      optional
      options={[{ value: '', label: none }, ...stations.map((value) => ({ value, label: value })), ...unlisted]}
    />
  )
}
