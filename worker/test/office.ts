import { sql } from 'drizzle-orm'
import { batch } from '../db/index.ts'
import { makeAccount, testEnv, type World } from './world.ts'

const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

/** What the back office of a restaurant needs: an employee, a key, an offer, a banner, a booking and a customer to change, and others to delete. */
export async function setOffice(w: World) {
  const add = async (address: string, body: object, name: string, as: 'superuser' | 'mobileAdmin' = 'superuser'): Promise<string> => {
    const reply = await w.does(as, `POST /restaurant/${address}`, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return (reply.body[name]._id ?? reply.body[name].at(-1)._id) as string
  }
  const employee = async () => (await makeAccount('waiter', { restaurantId: w.id })).id
  const key = async () => (await w.does('superuser', 'GET /restaurant/keys/generate')).body.syncKey._id as string
  const booking = () =>
    add(
      'reservations/create',
      { customerName: 'Meera', mobile_number: '9820012345', partySize: 2, date: days(40).slice(0, 10), time: '20:00' },
      'reservation',
    )
  const customer = (mobile_number: string) => add('customer', { name: 'Meera', mobile_number }, 'customer')
  const office = {
    employee: await employee(),
    spareEmployee: await employee(),
    key: await key(),
    spareKey: await key(),
    offer: await add('offers/create', { title: 'Lunch', type: 'flat', value: 20, startsAt: days(-1), endsAt: days(1) }, 'offer'),
    banner: await add('promotional-banner', { banner: { image: '/v1/media/a.png', title: 'Diwali' } }, 'banners', 'mobileAdmin'),
    reservation: await booking(),
    spareReservation: await booking(),
    customer: await customer('9820012345'),
    spareCustomer: await customer('9820012346'),
  }
  await batch(testEnv.PLATFORM, [sql`UPDATE sync_keys SET revoked_at = created_at WHERE id = ${office.spareKey}`])
  return office
}
