import { CalendarClock, CircleCheck, CircleSlash, Megaphone, Trash2 } from 'lucide-react'
import { type BannerPhase, bannerPhase } from '#domain/banner.ts'
import type { Column } from '#web/app/list/columns.ts'
import { ListPage } from '#web/app/list/ListPage.tsx'
import { useAllRows } from '#web/app/list/rows.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { useView } from '#web/app/list/useView.ts'
import { useDates } from '#web/core/dates.ts'
import { type Banner, LISTING, type Listing, shownBanners, useListing } from '#web/shared/listing/listing.ts'
import { PhonePreview } from '#web/shared/listing/PhonePreview.tsx'
import { cx } from '#web/ui/cx.ts'
import { useNow, useOverflows } from '#web/ui/hooks.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { BannerSheet, NewBannerSheet } from './BannerSheet.tsx'

const PHASES = {
  shown: { word: 'Shown', tone: 'success', icon: <CircleCheck /> },
  scheduled: { word: 'Scheduled', tone: 'info', icon: <CalendarClock /> },
  ended: { word: 'Ended', tone: 'neutral', icon: <CircleSlash /> },
} as const satisfies Record<BannerPhase, unknown>

/** Promotional banners (SCREENS §2.2 "/restaurant/marketing"): the list, beside the banners that guests get now. */
export default function MarketingPage() {
  const view = useView({ sorts: ['title', 'shown', 'state'], row: 'banner' })
  const query = useListing()
  const restaurant = query.data?.restaurant
  const now = useNow()
  const columns = useColumns(now)
  const list = useAllRows(query, restaurant?.promotionalBanner, view, { key: (banner) => banner._id, columns })
  const remove = useRemoval('DELETE /restaurant/promotional-banner/:id', {
    body: 'Guests no longer get it. That can’t be undone.',
    invalidates: LISTING,
  })
  const takeDown = ({ _id, title }: Banner) => remove(title, { params: { id: _id }, body: {} })
  return (
    <div className="flex flex-1 flex-col lg:min-h-0 lg:flex-row">
      <ListPage
        noun={{ one: 'banner', many: 'banners' }}
        view={view}
        list={list}
        columns={columns}
        rowName={(banner) => banner.title}
        create={{ label: 'New banner', call: 'POST /restaurant/promotional-banner' }}
        menu={(banner) => [{ label: 'Remove', icon: <Trash2 />, danger: true, onSelect: () => void takeDown(banner) }]}
        sheet={(banner, { onClose }) =>
          banner ? (
            <BannerSheet banner={banner} onRemove={() => takeDown(banner)} onClose={onClose} />
          ) : (
            <NewBannerSheet onClose={onClose} />
          )
        }
        nothingYet={{ icon: <Megaphone />, title: 'No banners yet. Guests see them above your menu.' }}
      />
      <Now restaurant={restaurant} now={now} />
    </div>
  )
}

function useColumns(now: number): Column<Banner>[] {
  const dates = useDates()
  return [
    {
      key: 'image',
      head: 'Image',
      cell: ({ image }) => <img src={image} alt="" className="aspect-5/2 rounded-control bg-raised object-cover" style={{ width: 100 }} />,
      width: 'w-32',
      hidden: '@max-[599px]:hidden',
      card: 'none',
    },
    { key: 'title', head: 'Banner', value: (banner) => banner.title, below: (banner) => banner.link, opens: true },
    {
      key: 'shown',
      head: 'Shown',
      value: (banner) => banner.startsAt,
      cell: ({ startsAt }) => (startsAt ? `from ${dates.full(startsAt)}` : 'at once'),
      below: ({ endsAt }) => (endsAt ? `to ${dates.full(endsAt)}` : 'until it is removed'),
      width: 'w-52',
      hidden: '@max-[599px]:hidden',
    },
    {
      key: 'state',
      head: 'State',
      value: (banner) => PHASES[bannerPhase(banner, new Date(now))].word,
      cell: (banner) => {
        const { word, tone, icon } = PHASES[bannerPhase(banner, new Date(now))]
        return (
          <StatusChip tone={tone} icon={icon}>
            {word}
          </StatusChip>
        )
      },
      width: 'w-34',
      card: 'end',
    },
  ]
}

/** The banners that guests get now. Where it is below the list it waits for the list's rows, which would push it down. */
function Now({ restaurant, now }: { restaurant: Listing | undefined; now: number }) {
  const banners = shownBanners(restaurant?.promotionalBanner ?? [], now)
  const [ref, overflows] = useOverflows<HTMLElement>()
  return (
    <aside
      ref={ref}
      tabIndex={overflows ? 0 : undefined}
      aria-label="What guests get now"
      className={cx(
        'scroll-quiet flex-none focus-visible:-outline-offset-2 border-hairline p-4 max-lg:border-t lg:w-88 lg:overflow-y-auto lg:border-l',
        !restaurant && 'max-lg:hidden',
      )}
    >
      {/* One child from the start, whose growth shows whether it overflows. */}
      <div>
        <h2 className="mb-3 text-16 font-semibold">What guests get now</h2>
        {restaurant ? (
          <>
            {banners.length === 0 ? <p className="mb-3 text-14 text-muted">No banner is shown now.</p> : null}
            <PhonePreview
              listing={{ ...restaurant, open: restaurant.open_now, hours: restaurant.opening_hours.weekday_text }}
              banners={banners}
            />
          </>
        ) : null}
      </div>
    </aside>
  )
}
