import { describe, expect, it } from 'vitest'
import type { StoredDraft } from '#web/shared/order/drafts.ts'
import { lastUnsent, readKey } from './kept.ts'

const stored = (key: string, updatedAt: string | null): StoredDraft => ({
  key,
  draft: updatedAt ? { kotId: key, lines: [], modified: true, updatedAt } : null,
  meta: { tableId: null, tableNumber: null, orderType: 'Take Away', orderId: null },
  failed: null,
})

describe('the key of a ticket in the address', () => {
  it.each(['dine-in', 'table:t7', 'takeaway:1', 'delivery:abc'])('%s is read', (text) => expect(readKey(text)).toBe(text))
  it.each([null, '', 'takeaway', 'table:', 'order:1', 'table:<script>'])('%s is none', (text) => expect(readKey(text)).toBeNull())
})

it('goes on with the ticket that was edited last and is not sent', () => {
  const drafts = [
    stored('takeaway:1', '2026-11-22T10:00:00.000Z'),
    stored('table:t7', '2026-11-22T10:05:00.000Z'),
    stored('takeaway:2', null),
  ]
  expect(lastUnsent(drafts)).toBe('table:t7')
  expect(lastUnsent([stored('takeaway:2', null)])).toBeNull()
})
