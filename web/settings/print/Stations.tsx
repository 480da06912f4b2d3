import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MESSAGES } from '#domain/messages.ts'
import { type Answer, ApiError } from '#web/core/api.ts'
import { MAX_STATIONS } from '#domain/station.ts'
import { mergedStations } from '#domain/stationList.ts'
import { plural } from '#domain/text.ts'
import { TextField } from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormDialog } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { Loaded } from '#web/app/Loaded.tsx'
import { useLive } from '#web/core/live.ts'
import { useMay } from '#web/core/may.ts'
import { apiQuery } from '#web/core/query.ts'
import { PROFILE } from '#web/shared/settings/profile.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Station = Answer<'GET /print/stations'>['stations'][number]

/** `12 dishes, 1 category, RP326 Kitchen`; empty when nothing names it. */
const usedBy = ({ dishes, categories, printers }: Station): string =>
  [dishes > 0 && plural(dishes, 'dish', 'dishes'), categories > 0 && plural(categories, 'category', 'categories'), ...printers]
    .filter(Boolean)
    .join(', ')

/** The restaurant's stations: where things are cooked (CONTRACT §9 "Printing"). Dishes, categories, printers and kitchen screens choose from them. */
export function Stations() {
  const query = useQuery(apiQuery('GET /print/stations'))
  useStationsLive()
  const [editing, setEditing] = useState(false)
  const may = useMay('PUT /print/stations')
  const stations = query.data?.stations
  return (
    <Card
      title="Stations"
      note={stations?.some(({ listed }) => listed) ? 'in the order of the kitchen screens' : undefined}
      action={
        <Button
          size={32}
          icon={<Pencil />}
          disabledReason={may.ok ? (stations ? null : 'Loading') : may.why}
          onClick={() => void query.refetch().then(() => setEditing(true))}
        >
          Edit stations
        </Button>
      }
    >
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-12" />} className="m-4">
        {({ stations }) => <StationList stations={stations} />}
      </Loaded>
      {editing && stations ? (
        <StationsDialog stations={stations} onChanged={() => void query.refetch()} onClose={() => setEditing(false)} />
      ) : null}
    </Card>
  )
}

/** Another device may save the list, and dishes that name a station: all of a burst of events is read once. */
function useStationsLive() {
  const client = useQueryClient()
  const [changes, setChanges] = useState(0)
  useLive(['settingsUpdated', 'menuItemUpdated'], () => setChanges((n) => n + 1))
  useEffect(() => {
    if (changes === 0) return undefined
    const soon = setTimeout(() => void client.invalidateQueries({ queryKey: ['GET /print/stations'] }), 300)
    return () => clearTimeout(soon)
  }, [changes, client])
}

function StationList({ stations }: { stations: readonly Station[] }) {
  const listed = stations.filter((station) => station.listed)
  const others = stations.filter((station) => !station.listed)
  return (
    <>
      {listed.length === 0 ? (
        <p className="border-t border-hairline px-4 py-3 text-14 text-muted">
          None yet. Kitchen screens and printers go by{' '}
          {others.length > 0 ? 'the stations that dishes name, and else by category' : 'category'}. With a list of stations, such as Grill
          and Bar, a ticket is ready once each of its stations is.
        </p>
      ) : (
        <ul>
          {listed.map((station) => (
            <li key={station.name} className="flex min-h-12 flex-wrap items-center gap-x-3 border-t border-hairline px-4 py-2">
              <span className="font-medium [overflow-wrap:anywhere]">{station.name}</span>
              <span className="text-14 text-muted [overflow-wrap:anywhere]">{usedBy(station) || 'Nothing is made here yet'}</span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 ? (
        <p className="border-t border-hairline px-4 py-3 text-14 text-muted">
          Named by dishes, but not on the list: {others.map(({ name }) => name).join(', ')}.
        </p>
      ) : null}
    </>
  )
}

type StationsDialogProps = {
  stations: readonly Station[]
  /** The server has another list than `stations`. */
  onChanged: () => void
  onClose: () => void
}

/** Edits the whole list. A first list begins with the station names that dishes have already. */
function StationsDialog({ stations, onChanged, onClose }: StationsDialogProps) {
  const [seen, setSeen] = useState(() => stations.filter(({ listed }) => listed).map(({ name }) => name))
  const [first] = useState(() =>
    seen.length > 0 ? seen.map((name) => ({ name, was: name as string | null })) : stations.map(({ name }) => ({ name, was: null })),
  )
  const form = useCallForm({
    call: 'PUT /print/stations',
    defaults: { stations: first as { name: string; was: string | null }[] },
    toBody: (values) => ({ stations: values.stations.map(({ name, was }) => ({ name: name.trim(), was })), seen }),
    invalidates: [...PROFILE, 'GET /print/stations', 'GET /print/printers', 'POST /menus/restaurant', 'POST /menus/categories'],
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') return false
      const now = error.details.stations as string[]
      form.setValue('stations', mergedStations(form.values.stations, seen, now), { shouldDirty: true })
      setSeen(now)
      onChanged()
      return `${MESSAGES.changedElsewhere}. What you typed is still here: look at the stations, then save again.`
    },
    onSaved: () => {
      snack.success('Stations are saved', { id: 'stations' })
      onClose()
    },
  })
  const kept = form.values.stations.map(({ was }) => was)
  const gone = stations.filter((station) => station.listed && !kept.includes(station.name) && usedBy(station) !== '')
  return (
    <FormDialog form={form} title="Stations" submitLabel="Save" width="md" onClose={onClose}>
      <RowsField
        form={form}
        name="stations"
        label="Stations"
        noun={{ one: 'station', many: 'stations' }}
        blank={{ name: '', was: null }}
        max={MAX_STATIONS}
        ordered
        short
        hint="A new name goes with the dishes, categories and printers that have the old one. Tickets in the kitchen keep theirs."
      >
        {(row) => <TextField form={form} name={row.at('name')} label="Station" required maxLength={40} placeholder="Tandoor" />}
      </RowsField>
      {gone.length > 0 ? (
        <Banner tone="warning">
          {gone.map((station) => `${station.name} is named by ${usedBy(station)}`).join('; ')}. They will no longer have a station.
        </Banner>
      ) : null}
    </FormDialog>
  )
}
