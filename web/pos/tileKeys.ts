import type { KeyboardEvent } from 'react'

/** Arrow keys move to the nearest tile in that direction. */
export function moveAmongTiles(event: KeyboardEvent<HTMLElement>) {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-tile]')
  if (!from || !event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.indexOf(from)
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') return tiles[at + (event.key === 'ArrowRight' ? 1 : -1)]?.focus()
  const box = from.getBoundingClientRect()
  const down = event.key === 'ArrowDown'
  const beyond = (down ? tiles.slice(at + 1) : tiles.slice(0, at).reverse())
    .map((tile) => ({ tile, rect: tile.getBoundingClientRect() }))
    .filter(({ rect }) => (down ? rect.top > box.top + 4 : rect.top < box.top - 4))
  const row = beyond[0]?.rect.top
  const nearest = beyond
    .filter(({ rect }) => Math.abs(rect.top - (row ?? 0)) < 4)
    .sort((a, b) => Math.abs(a.rect.left - box.left) - Math.abs(b.rect.left - box.left))[0]
  nearest?.tile.focus()
}
