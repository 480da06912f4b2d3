import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aKot, anItem, anOrderShape } from '#domain/test/shapes.ts'
import { queryClient } from '#web/core/query.ts'
import { discardDraft, draftActions, draftNow } from '#web/shared/order/drafts.ts'
import { ConflictDialog } from '#web/shared/order/ConflictDialog.tsx'
import { answered, sendKot } from '#web/shared/order/sending.tsx'
import { draftLine } from '#web/shared/order/test/line.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import { Tray } from './Notices.tsx'

const KEY = 'table:t7'
const EARLIER = 'The kitchen already has an earlier version of this ticket.'
const SEND = 'POST /v1/pos/order'

beforeEach(() => {
  discardDraft(KEY)
  answered(KEY)
})

/** A tray with T7's ticket, whose send had no answer although it arrived; its order has ended since. */
async function tray(shows = <Tray />) {
  let sent = 0
  serve(({ method, path }) => {
    if (`${method} ${path}` !== SEND) return refusal(404, 'not_found', 'Not found.')
    return (sent += 1) === 1 ? 'lost' : refusal(409, 'kot_id_taken', EARLIER)
  })
  await signIn()
  draftActions(KEY, { tableNumber: '7' }).add(draftLine('Naan'))
  await sendKot(queryClient, KEY)
  const { user } = mount(shows)
  await user.click(await screen.findByRole('button', { name: 'Retry sending T7' }))
  return user
}

it('says of a ticket that must be asked about that it was not sent, because its table is not open here', async () => {
  await tray()
  await screen.findByText(`T7: ${EARLIER}`)
  expect(screen.queryByRole('button', { name: 'Retry sending T7' })).toBeNull()
  expect(draftNow(KEY)?.draft?.lines).toHaveLength(1)
})

it('names the order that the ticket is in, which has a number only now', async () => {
  let sent = 0
  const order = anOrderShape([aKot([anItem()], { kotNumber: 31 })], {
    orderType: 'Take Away',
    tableId: null,
    tableNumber: null,
    serialNumber: 26,
  })
  serve(({ method, path }) => {
    if (`${method} ${path}` !== SEND) return refusal(404, 'not_found', 'Not found.')
    return (sent += 1) === 1 ? 'lost' : { status: 201, body: { order } }
  })
  await signIn()
  draftActions('takeaway:1').add(draftLine('Naan'))
  await sendKot(queryClient, 'takeaway:1')
  const { user } = mount(<Tray />)
  await user.click(await screen.findByRole('button', { name: 'Retry sending Take Away 1' }))
  await screen.findByText(/^Take Away 26: KOT/)
})

it('where the table is open, asks whether to keep what is left as another ticket', async () => {
  const user = await tray(
    <>
      <Tray />
      <ConflictDialog draftKey={KEY} />
    </>,
  )
  const before = draftNow(KEY)?.draft
  await screen.findByText(`${EARLIER} Keep your 1 unsent item as a new order, or discard it?`)
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  // A ticket of its own, which the kitchen does not have yet.
  expect(draftNow(KEY)?.draft).toEqual({ ...before, kotId: expect.not.stringMatching(before?.kotId ?? '') })
})
