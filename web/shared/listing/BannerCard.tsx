import type { Banner } from './listing.ts'

/** A banner as a guest sees it: the image with the title below; with a link, all of it opens the link. */
export function BannerCard({ banner: { image, title, link } }: { banner: Pick<Banner, 'image' | 'title' | 'link'> }) {
  const frame = 'block overflow-hidden rounded-card border border-hairline bg-surface'
  const card = (
    <>
      <img src={image} alt="" className="aspect-5/2 w-full bg-raised object-cover" />
      <span className="block px-3 py-2 text-14 font-semibold [overflow-wrap:anywhere]">{title}</span>
    </>
  )
  return link ? (
    <a href={link} target="_blank" rel="noreferrer" className={frame}>
      {card}
    </a>
  ) : (
    <span className={frame}>{card}</span>
  )
}
