import { hourRows, isOpen, periodsOf, weekdayText } from '#domain/hours.ts'
import { ImageField, MoneyField, SwitchField, TextField } from '#web/app/form/fields.tsx'
import { hoursOf, hoursSeen, newestHours } from '#web/shared/hours.ts'
import { HoursField } from '#web/app/form/HoursField.tsx'
import { listText, parseList } from '#web/app/form/parse.ts'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormPage, FormSection } from '#web/app/form/shells.tsx'
import { type Form, useCallForm } from '#web/app/form/useForm.ts'
import { Loaded } from '#web/app/Loaded.tsx'
import { useDates } from '#web/core/dates.ts'
import { LISTING, type Listing, shownBanners, useListing } from '#web/shared/listing/listing.ts'
import { PhonePreview } from '#web/shared/listing/PhonePreview.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useNow } from '#web/ui/hooks.ts'
import { type Place, PlaceFields } from '#web/shared/listing/PlaceFields.tsx'

/** The restaurant in the app's listing (SCREENS §2.2 "/restaurant/profile"), with a preview that follows the input. */
export default function ListingPage() {
  return <Loaded query={useListing()}>{({ restaurant }) => <ListingForm listing={restaurant} />}</Loaded>
}

/** The form's values: the listing's fields under their own names. */
const valuesOf = (listing: Listing) => ({
  showInMobileApp: listing.showInMobileApp,
  recommendedOnMobile: listing.recommendedOnMobile,
  photos: listing.photos.map((url) => ({ url: url as string | null })),
  cuisines: listText(listing.cuisines),
  costForTwo: listing.costForTwo,
  opening_hours: hourRows(listing.opening_hours.periods),
  location: (listing.location ?? { latitude: null, longitude: null }) as Place,
})
type Values = ReturnType<typeof valuesOf>

const photosIn = (rows: Values['photos']): string[] => rows.flatMap(({ url }) => url ?? [])

function ListingForm({ listing }: { listing: Listing }) {
  const form = useCallForm({
    call: 'PUT /restaurant/:id/update',
    kept: true,
    params: { id: listing._id },
    defaults: valuesOf(listing),
    toBody: ({ photos, cuisines, opening_hours, location: { latitude, longitude }, ...fields }, _, saved) => ({
      ...fields,
      photos: photosIn(photos),
      cuisines: parseList(cuisines),
      opening_hours: hoursOf(opening_hours),
      ...hoursSeen(opening_hours, saved.opening_hours),
      location: latitude === null || longitude === null ? null : { latitude, longitude },
    }),
    newest: newestHours(valuesOf(listing)),
    onlyChanges: true,
    invalidates: LISTING,
  })
  return (
    <FormPage form={form} aside={<Preview values={form.values} listing={listing} />}>
      <InTheApp form={form} name={listing.establishment_name} />
      <FormSection title="What guests look for">
        <TextField form={form} name="cuisines" label="Cuisines" optional maxLength={300} hint="With commas: North Indian, Chaat" />
        <MoneyField form={form} name="costForTwo" label="Cost for two" optional />
      </FormSection>
      <FormSection title="Photos" note="the first one is the cover">
        <div className="col-span-full">
          <RowsField
            form={form}
            name="photos"
            label="In this order"
            noun={{ one: 'photo', many: 'photos' }}
            blank={{ url: null }}
            max={30}
            ordered
          >
            {(row) => <ImageField form={form} name={row.at('url')} label="Photo" required purpose="profile" />}
          </RowsField>
        </div>
      </FormSection>
      <FormSection title="Opening hours">
        <div className="col-span-full">
          <HoursField form={form} label="When guests can come" />
        </div>
      </FormSection>
      <PlaceFields form={form} />
    </FormPage>
  )
}

/** The switch for the app's listing, with its effect before it is saved. */
function InTheApp({ form, name }: { form: Form<Values>; name: string }) {
  const { showInMobileApp, location } = form.values
  const later = form.isChanged('showInMobileApp') ? 'After you save, nobody' : 'Nobody'
  return (
    <FormSection title="In the app">
      <SwitchField form={form} name="showInMobileApp" label="Show in the app" hint="Guests nearby find the restaurant in the app." />
      <SwitchField form={form} name="recommendedOnMobile" label="Recommended" hint="Marked as recommended in the app." />
      {showInMobileApp ? (
        location.latitude === null || location.longitude === null ? (
          <Banner tone="info" className="col-span-full">
            The app lists restaurants by distance: it shows {name} as soon as the location below is saved.
          </Banner>
        ) : null
      ) : (
        <Banner tone="warning" className="col-span-full">
          {later} finds {name} in the app. Guests at your tables still get the menu by QR code.
        </Banner>
      )}
    </FormSection>
  )
}

/** The listing as it will be after Save. */
function Preview({ values, listing }: { values: Values; listing: Listing }) {
  const { timezone } = useDates()
  const now = useNow()
  const periods = periodsOf(values.opening_hours.filter(({ opens, closes }) => opens && closes))
  return (
    <Card title="Preview" note={values.showInMobileApp ? 'as guests see it' : 'not in the app'} padded>
      <PhonePreview
        listing={{
          ...listing,
          recommendedOnMobile: values.recommendedOnMobile,
          photos: photosIn(values.photos),
          cuisines: parseList(values.cuisines),
          costForTwo: Number.isNaN(values.costForTwo) ? null : values.costForTwo,
          open: isOpen(periods, new Date(now), timezone),
          hours: weekdayText(periods),
        }}
        banners={shownBanners(listing.promotionalBanner, now)}
      />
    </Card>
  )
}
