import { expect, it } from 'vitest'
import { randomId } from '#domain/ids.ts'
import { claimed } from '../test/claims.ts'
import { FILES, upload } from '../test/upload.ts'
import { call, makeRestaurant, signIn, testEnv } from '../test/world.ts'
import { keyIn } from './store.ts'
import { sweepDocuments } from './sweep.ts'

const days = (n: number) => new Date(Date.now() + n * 86_400_000)
const isKept = async (key: string) => (await testEnv.MEDIA.head(key)) !== null

it('a document that an application no longer names is deleted after a week; one that is named, a claim’s, and images stay', async () => {
  const w = await makeRestaurant({ approvalStatus: 'rejected' })
  const { token } = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
  const keep = async (purpose: string, bytes: Uint8Array, by = token) =>
    (await upload('POST /media', { purpose }, [{ field: 'file', bytes }], { token: by })).body.url as string
  const [one, two] = [await keep('application', FILES.pdf(randomId())), await keep('application', FILES.pdf(randomId()))]
  const image = await keep('menu', FILES.png(), await (await makeRestaurant()).as('superuser'))
  const save = (...urls: string[]) =>
    call('PUT /restaurant/profile', { token, body: { documents: urls.map((url) => ({ name: 'Licence', url })) } })
  expect((await save(one, two)).status).toBe(200)
  const { id } = await claimed(await makeRestaurant())
  const { token: desk } = await signIn('backoffice')
  const [claim] = (await call(`GET /backoffice/restaurants/claims?id=${id}`, { token: desk })).body.claims
  const theirs = keyIn(claim.documents[0].url.split('?')[0]) ?? ''
  const keys = [keyIn(one) ?? '', keyIn(two) ?? '', theirs, keyIn(image) ?? '']
  const kept = () => Promise.all(keys.map(isKept))

  await sweepDocuments(testEnv, days(8))
  expect(await kept()).toEqual([true, true, true, true])
  expect((await save(two)).status).toBe(200)
  await sweepDocuments(testEnv, days(6))
  expect(await kept()).toEqual([true, true, true, true])
  await sweepDocuments(testEnv, days(8))
  expect(await kept()).toEqual([false, true, true, true])
  // Repeating it changes nothing.
  await sweepDocuments(testEnv, days(8))
  expect(await kept()).toEqual([false, true, true, true])
})

it('an unused document that is uploaded again while the sweep runs stays', async () => {
  const w = await makeRestaurant({ approvalStatus: 'rejected' })
  const { token } = await signIn('superuser', { restaurantId: w.id, shard: w.shard })
  const file = FILES.pdf(randomId())
  const send = async () => (await upload('POST /media', { purpose: 'application' }, [{ field: 'file', bytes: file }], { token })).body.url
  const key = keyIn(await send()) ?? ''
  const { MEDIA } = testEnv
  // The list is read as if all of it were older than a week; then the applicant uploads the document again, and the object is new.
  const list = async (options: R2ListOptions) => {
    const page = await MEDIA.list(options)
    const objects = page.objects.map((object) => ({ key: object.key, uploaded: days(-8) }))
    await send()
    return { ...page, objects }
  }
  const bucket = { list, head: (one: string) => MEDIA.head(one), delete: (keys: string[]) => MEDIA.delete(keys) }
  await sweepDocuments({ ...testEnv, MEDIA: bucket as unknown as R2Bucket }, new Date())
  expect(await isKept(key)).toBe(true)
})
