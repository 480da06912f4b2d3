import type { MenuItemShape } from './api/menu/menu.ts'
import { atMenuPrice, costOf, type Draft } from './ticket.ts'

/** Only the staff's pages need this. It is not in domain/ticket.ts, because guests' phones load that file. */

/** The ticket as it is billed if it is sent now: each line at the menu's present price. A line that the menu doesn't offer like this any more stays as it is. */
export function atMenuPrices(draft: Draft, byId: ReadonlyMap<string, MenuItemShape>): Draft {
  const lines = draft.lines.map((line) => {
    const item = byId.get(line._id)
    const now = item && atMenuPrice(line, item)
    return now && costOf(now) !== costOf(line) ? { ...now, key: line.key } : line
  })
  return { ...draft, lines }
}
