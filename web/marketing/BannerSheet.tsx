import { isStorableUrl } from '#domain/url.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { DateTimeField, ImageField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { useDates } from '#web/core/dates.ts'
import { BannerCard } from '#web/shared/listing/BannerCard.tsx'
import { type Banner, LISTING } from '#web/shared/listing/listing.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { titleOf } from './title.ts'

/** A new banner, in three taps: New banner, choose the image, Publish. The title is taken from the file's name and can be changed. */
export function NewBannerSheet({ onClose }: { onClose: () => void }) {
  const dates = useDates()
  const form = useCallForm({
    call: 'POST /restaurant/promotional-banner',
    defaults: { image: null as string | null, title: '', link: '', startsAt: '', endsAt: '' },
    toBody: ({ image, title, link, startsAt, endsAt }) => ({
      banner: { image: image ?? '', title, link: link || null, startsAt: startsAt || null, endsAt: endsAt || null },
    }),
    fieldOf: {
      'banner.image': 'image',
      'banner.title': 'title',
      'banner.link': 'link',
      'banner.startsAt': 'startsAt',
      'banner.endsAt': 'endsAt',
    },
    invalidates: LISTING,
    onSaved: (_, { title }) => {
      snack.success(`${title.trim()} is published`)
      onClose()
    },
  })
  const { image, title, link, startsAt } = form.values
  return (
    <FormSheet form={form} title="New banner" submitLabel="Publish" onClose={onClose}>
      <ImageField
        form={form}
        name="image"
        label="Image"
        required
        purpose="banner"
        hint="JPEG, PNG or WebP, best 1200 × 480. Above 2 MB it is made smaller."
        onChosen={(file) => {
          if (form.values.title.trim() === '') form.setValue('title', titleOf(file.name), { shouldValidate: true })
        }}
      />
      <TextField form={form} name="title" label="Title" required maxLength={80} placeholder="Diwali thali, 20% off" />
      <TextField
        form={form}
        name="link"
        label="Link"
        optional
        maxLength={500}
        placeholder="https://…"
        hint="Opens when a guest presses the banner."
      />
      <DateTimeField form={form} name="startsAt" label="Shown from" optional hint="Empty: at once." />
      <DateTimeField
        form={form}
        name="endsAt"
        label="Shown until"
        optional
        min={startsAt || undefined}
        hint={`Empty: until it is removed. Restaurant time, ${dates.zone()}`}
      />
      <Card title="What guests get" padded className="bg-bg">
        {image ? (
          <BannerCard banner={{ image, title: title.trim() || 'Title', link: isStorableUrl(link.trim()) ? link.trim() : null }} />
        ) : (
          <p className="text-14 text-muted">Choose the image to see the banner here.</p>
        )}
      </Card>
    </FormSheet>
  )
}

/** An existing banner: how guests see it, when, and where it leads. It can be removed but not changed. */
export function BannerSheet({ banner, onRemove, onClose }: { banner: Banner; onRemove: () => Promise<boolean>; onClose: () => void }) {
  const dates = useDates()
  const { title, link, startsAt, endsAt } = banner
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="[overflow-wrap:anywhere]">{title}</span>}
      footer={
        <Button size={48} full onClick={() => void onRemove().then((removed) => (removed ? onClose() : undefined))}>
          Remove
        </Button>
      }
    >
      <div className="grid gap-3 text-14">
        <BannerCard banner={banner} />
        <p>
          Shown {startsAt ? `from ${dates.full(startsAt)}` : 'from the moment it was published'},{' '}
          {endsAt ? `to ${dates.full(endsAt)}` : 'until it is removed'}.
        </p>
        <p className="[overflow-wrap:anywhere]">{link ? `A press opens ${link}` : 'A press opens nothing.'}</p>
        <p className="text-muted">To change a banner, publish a new one and remove this one.</p>
      </div>
    </Sheet>
  )
}
