/** Names that cameras and phones give every image: IMG_2031, PXL_20261122, WhatsApp Image 2026-11-22. */
const CAMERAS = /^(img|dsc|dscn|pxl|mvimg|image|photo|picture|screenshot|whatsapp|signal|download|untitled)$/i

/** A banner's title from its file's name: `diwali_thali-20.jpg` is `Diwali thali 20`; '' when the name says nothing. */
export function titleOf(fileName: string): string {
  const words = fileName.replace(/\.\w+$/, '').match(/[\p{L}\p{M}\p{N}%']+/gu) ?? []
  const speaks = words.some((word) => /[\p{L}\p{M}]{3}/u.test(word)) && !CAMERAS.test(words[0]?.replace(/\d+$/, '') ?? '')
  const title = speaks ? words.join(' ').slice(0, 80) : ''
  return title.charAt(0).toUpperCase() + title.slice(1)
}
