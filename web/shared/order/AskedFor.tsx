import type { Kot, OrderShape } from '#domain/api/order.ts'
import { askedFor } from './askedFor.ts'

/** What a guest asks for, with choices and notes: whoever accepts it answers for them. In rows, or `inline` in one line that may be cut, with the whole as its title. */
export default function AskedFor({ kot, order, inline = false }: { kot: Kot; order: OrderShape; inline?: boolean }) {
  const asked = askedFor(kot, order)
  const words = asked.join(' · ')
  return inline ? <span title={words}>{words}</span> : <span className="block whitespace-pre-line">{asked.join('\n')}</span>
}
