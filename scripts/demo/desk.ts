import { type SQL, sql } from 'drizzle-orm'
import { accountNumberOf } from '#domain/customer.ts'
import { randomId } from '#domain/ids.ts'
import { MICRO, type Place } from '#domain/nearby.ts'
import { hashPassword } from '#worker/auth/password.ts'
import { approvalMail, LINK_DAYS } from '#worker/claims/mail.ts'
import * as platform from '#worker/db/platform.ts'
import { insertMany } from '#worker/db/rows.ts'
import { sha256 } from '#worker/http/hash.ts'
import { addressOf } from '#worker/media/keys.ts'
import { applications } from './applicants.ts'
import { keepDocument, keepPicture, type Media, pdf } from './media.ts'
import { listedOutlets, rejectedOutlet, type Restaurant } from './outlets.ts'
import { CLAIMED_EMAIL, DEMO_PASSWORD, DINER, DINER_GUEST, FORMER, PEOPLE, REJECTED_EMAIL } from './people.ts'
import { random } from './random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Account = typeof platform.accounts.$inferInsert
type Claim = typeof platform.claims.$inferInsert

/** The restaurants that the app lists: those that are approved, shown and have a location (worker/listing/store.ts, `keepListing`). */
export const listings = (restaurants: readonly Restaurant[]): SQL[] => {
  const rows = restaurants.flatMap((r) => {
    const place = r.profile.location as Place | null | undefined
    if (r.approvalStatus !== 'approved' || r.profile.showInMobileApp !== true || !place) return []
    return [
      {
        restaurantId: r.id,
        name: r.establishmentName,
        latitude: Math.round(place.latitude * MICRO),
        longitude: Math.round(place.longitude * MICRO),
        recommended: r.profile.recommendedOnMobile === true,
      },
    ]
  })
  return rows.length === 0 ? [] : [insertMany(platform.listings, rows)]
}

const licence = (name: string, number: string, valid: string) =>
  pdf('FSSAI licence (sample)', [
    'Food Safety and Standards Authority of India',
    `Licence no. ${number}`,
    `Name of business: ${name}`,
    'Kind of business: Restaurant',
    `Valid until ${valid}`,
    'This is a sample of the demo and no licence.',
  ])
const gstCertificate = (name: string, number: string) =>
  pdf('GST registration (sample)', [`GSTIN ${number}`, `Legal name: ${name}`, 'Constitution: Proprietorship', 'A sample of the demo.'])

export type Known = {
  /** The two outlets and the application, from the platform's database; null for one that somebody has removed. */
  one: Restaurant | null
  two: Restaurant | null
  pending: Restaurant | null
  /** Ids of dishes by restaurant, for the diner's saved dishes. */
  dishes: { restaurantId: string; id: string; name: string }[]
}

/** Colleagues of the demo's back-office user; one has left. */
const DESK = [
  {
    email: 'anita.desai@demo.test',
    name: 'Anita Desai',
    mobileNumber: '9000010091',
    role: 'backoffice',
    days: 80,
    seen: 3,
    isActive: true,
  },
  { email: 'vikram.menon@demo.test', name: 'Vikram Menon', mobileNumber: '9000010092', role: 'admin', days: 120, seen: 26, isActive: true },
  {
    email: 'joseph.dsouza@demo.test',
    name: 'Joseph D’Souza',
    mobileNumber: '9000010093',
    role: 'backoffice',
    days: 95,
    seen: 720,
    isActive: false,
  },
] as const

/** Dishes on the diner's list. */
export const SAVED = ['Truffle Shroom Burger', 'Peri Peri Fries', 'Belgian Chocolate Shake', 'Geeta Pav Bhaji', 'Cold Coffee']

/**
 * Everything in the platform's database that does not come with the restaurants: applications with documents, restaurants to claim, claims, keys, former
 * staff, a diner's saved dishes.
 */
export async function deskRows(known: Known, media: Media, now: Date, publicUrl: string): Promise<SQL[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const listed = listedOutlets(ago(200 * DAY))
  const rejected = rejectedOutlet(ago(9 * DAY))
  const account = (
    more: Pick<Account, 'email' | 'name' | 'mobileNumber' | 'role' | 'restaurantId' | 'createdAt'> & Partial<Account>,
  ): Account => ({
    id: randomId(Date.parse(more.createdAt)),
    passwordHash,
    partnerId: null,
    isActive: true,
    lastLoginAt: null,
    ...more,
  })

  const papers = async (restaurantId: string, documents: [name: string, bytes: Uint8Array][]) => {
    const kept = await Promise.all(documents.map(([name, bytes]) => keepDocument(media, restaurantId, name, bytes)))
    return kept.map(({ name, key }) => ({ name, url: addressOf(key) }))
  }
  rejected.profile.documents = await papers(rejected.id, [
    ['fssai-licence.pdf', licence(rejected.establishmentName, '10000000000044', '31 March 2024')],
  ])
  const application = known.pending && {
    id: known.pending.id,
    documents: await papers(known.pending.id, [
      ['fssai-licence.pdf', licence(known.pending.establishmentName, '10000000000022', '30 September 2028')],
      ['gst-certificate.pdf', gstCertificate(known.pending.establishmentName, '19AAAAA0000A1ZZ')],
      ['shop-front.jpg', await media.picture('shop.jpg')],
    ]),
  }
  const pictures = (['logo-one.webp', 'logo-two.webp', 'banner-one.webp', 'banner-two.webp'] as const).map((name) =>
    keepPicture(media, name),
  )
  const [logoOne = '', logoTwo = '', bannerOne = '', bannerTwo = ''] = (await Promise.all(pictures)).map(addressOf)

  const applied = applications(now)
  for (const { restaurant, licence: number, gst } of applied.filter((a) => a.restaurant.approvalStatus !== 'approved')) {
    const name = restaurant.establishmentName
    Object.assign(restaurant.profile, {
      documents: await papers(restaurant.id, [
        ...(number ? [['fssai-licence.pdf', licence(name, number, '31 March 2029')] as [string, Uint8Array]] : []),
        ...(gst ? [['gst-certificate.pdf', gstCertificate(name, gst)] as [string, Uint8Array]] : []),
        ['shop-front.jpg', await media.picture('shop.jpg')],
      ]),
    })
  }

  const { rows: claims, link } = await claimRows(listed, media, now, publicUrl)
  const claimed = claims.find((c) => c.status === 'completed')
  const accounts: Account[] = [
    account({
      email: REJECTED_EMAIL,
      name: 'Ashok Bhandari',
      mobileNumber: '9000010044',
      role: 'superuser',
      restaurantId: rejected.id,
      createdAt: rejected.createdAt,
    }),
    account({
      email: CLAIMED_EMAIL,
      name: claimed?.name ?? '',
      mobileNumber: claimed?.mobileNumber ?? '',
      role: 'superuser',
      restaurantId: claimed?.restaurantId ?? null,
      createdAt: ago(18 * DAY),
      lastLoginAt: ago(2 * DAY),
    }),
    ...applied.map(({ restaurant, email, owner, mobile }) =>
      account({
        email,
        name: owner,
        mobileNumber: mobile,
        role: 'superuser',
        restaurantId: restaurant.id,
        createdAt: restaurant.createdAt,
      }),
    ),
    ...DESK.map(({ days, seen, ...who }) =>
      account({ ...who, restaurantId: null, createdAt: ago(days * DAY), lastLoginAt: seen === null ? null : ago(seen * HOUR) }),
    ),
    ...FORMER.flatMap(({ at, ...who }) => {
      const restaurant = known[at]
      return restaurant
        ? [
            account({
              ...who,
              role: 'waiter',
              restaurantId: restaurant.id,
              isActive: false,
              createdAt: ago(55 * DAY),
              lastLoginAt: ago(21 * DAY),
            }),
          ]
        : []
    }),
  ]
  // As POST /auth/user/verify creates it with the first correct code (worker/auth/sessions.ts, `dinerEmail`).
  const diner = account({
    id: DINER,
    email: `diner:${accountNumberOf(DINER_GUEST.mobileNumber)}`,
    name: DINER_GUEST.name,
    mobileNumber: DINER_GUEST.mobileNumber,
    role: 'user',
    restaurantId: null,
    createdAt: ago(40 * DAY),
    passwordHash: null,
  })
  const saved = known.dishes.map(({ id, restaurantId }, i) => ({ id, restaurantId, savedAt: ago(i * 3 * DAY + 5 * HOUR) }))
  const keys = await Promise.all(
    [known.one, known.two].flatMap((restaurant) =>
      restaurant
        ? [
            syncKey(restaurant.id, 'Tally export', { createdAt: ago(32 * DAY), lastUsedAt: ago(7 * HOUR), revokedAt: null }),
            syncKey(restaurant.id, 'Old accounting tablet', {
              createdAt: ago(58 * DAY),
              lastUsedAt: ago(34 * DAY),
              revokedAt: ago(33 * DAY),
            }),
          ]
        : [],
    ),
  )
  const setImage = (restaurant: Restaurant | null, image: string, photos: string[]) =>
    restaurant
      ? [
          sql`UPDATE restaurants SET profile = json_set(profile, '$.image', ${image}, '$.userDashboardImageUrl', ${image}, '$.photos', json(${JSON.stringify(photos)})) WHERE id = ${restaurant.id} AND json_extract(profile, '$.image') IS NULL`,
        ]
      : []

  return [
    insertMany(platform.restaurants, [rejected, ...listed, ...applied.map((a) => a.restaurant)]),
    ...listings(listed),
    // They may exist already, if a demo of this version has lost only its later tables.
    insertMany(platform.accounts, [...accounts, diner], sql`ON CONFLICT DO NOTHING`),
    insertMany(platform.claims, claims),
    insertMany(platform.codes, [link.code]),
    insertMany(platform.devOutbox, [link.mail]),
    ...(keys.length > 0 ? [insertMany(platform.syncKeys, keys)] : []),
    // If the account existed already, the list belongs to that one.
    sql`INSERT INTO saved_items (account_id, menu_item_id, restaurant_id, saved_at)
        SELECT a.id, json_extract(value, '$.id'), json_extract(value, '$.restaurantId'), json_extract(value, '$.savedAt')
        FROM json_each(${JSON.stringify(saved)}) CROSS JOIN accounts a WHERE a.email = ${diner.email} ON CONFLICT DO NOTHING`,
    // Where the diner has sat, and so where the history's orders of the diner are.
    sql`INSERT INTO diner_places (account_id, restaurant_id)
        SELECT a.id, value FROM json_each(${JSON.stringify([known.one, known.two].flatMap((r) => (r ? [r.id] : [])))}) CROSS JOIN accounts a WHERE a.email = ${diner.email} ON CONFLICT DO NOTHING`,
    ...(application
      ? [
          sql`UPDATE restaurants SET profile = json_set(profile, '$.documents', json(${JSON.stringify(application.documents)})) WHERE id = ${application.id} AND json_extract(profile, '$.documents') IS NULL`,
        ]
      : []),
    ...setImage(known.one, logoOne, [bannerOne]),
    ...setImage(known.two, logoTwo, [bannerTwo]),
    sql`UPDATE accounts SET last_login_at = json_extract(value, '$[1]') FROM json_each(${JSON.stringify(PEOPLE.map((p) => [p.email, ago(random(`${p.email} login`).int(1, 70) * HOUR)]))})
        WHERE email = json_extract(value, '$[0]') AND last_login_at IS NULL AND restaurant_id IN (${known.one?.id ?? ''}, ${known.two?.id ?? ''})`,
  ]
}

/** A key of which only the hash is stored, so nobody can use it (worker/keys/routes.ts). */
async function syncKey(restaurantId: string, label: string, more: { createdAt: string; lastUsedAt: string; revokedAt: string | null }) {
  const key = `tawa_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  return { id: randomId(Date.parse(more.createdAt)), restaurantId, label, prefix: key.slice(0, 11), keyHash: sha256(key), ...more }
}

/** Claims in every state. The approved one's link is valid and is in development's outbox. */
async function claimRows(listed: readonly Restaurant[], media: Media, now: Date, publicUrl: string) {
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString()
  const [biryani, kaapi, koliwada, sabudana] = listed
  if (!biryani || !kaapi || !koliwada || !sabudana) throw new Error('four restaurants are there to be claimed')
  const shop = await media.picture('shop.jpg')
  const make = async (
    restaurant: Restaurant,
    who: Pick<Claim, 'name' | 'email' | 'mobileNumber' | 'message'>,
    hours: { made: number; decided?: number },
    status: string,
    documents: [name: string, bytes: Uint8Array][],
    reason: string | null = null,
  ): Promise<Claim> => {
    const id = randomId(now.getTime() - hours.made * HOUR)
    return {
      id,
      restaurantId: restaurant.id,
      ...who,
      documents: await Promise.all(documents.map(([name, bytes]) => keepDocument(media, id, name, bytes))),
      status,
      reason,
      createdAt: at(hours.made),
      processedAt: hours.decided === undefined ? null : at(hours.decided),
    }
  }
  const trade = (name: string, owner: string) =>
    pdf('Trade licence (sample)', [
      `Establishment: ${name}`,
      `Licensee: ${owner}`,
      'Issued by the municipal corporation',
      'A sample of the demo.',
    ])
  const rows = [
    await make(
      biryani,
      {
        name: 'Mohammed Irfan',
        email: 'irfan@deccandum.example',
        mobileNumber: '9000010051',
        message: 'I run this house since 2016. Licence and a photo of the shop are attached.',
      },
      { made: 50 },
      'pending',
      [
        ['trade-licence.pdf', trade(biryani.establishmentName, 'Mohammed Irfan')],
        ['shop-front.jpg', shop],
      ],
    ),
    await make(
      koliwada,
      { name: 'Sunita Koli', email: 'sunita@koliwada.example', mobileNumber: '9000010052', message: 'My husband and I are the owners.' },
      { made: 5 },
      'pending',
      [['fssai-licence.pdf', licence(koliwada.establishmentName, '10000000000231', '31 May 2027')]],
    ),
    await make(
      sabudana,
      { name: 'Prakash Gokhale', email: 'prakash@sabudana.example', mobileNumber: '9000010056', message: 'I keep the books of the shop.' },
      { made: 150 },
      'pending',
      [
        ['shop-front.jpg', shop],
        ['letter.pdf', pdf('To whom it may concern', ['I keep the books of Sabudana & Co.', 'Prakash Gokhale'])],
      ],
    ),
    await make(
      kaapi,
      {
        name: 'Raghav Murthy',
        email: 'raghav@filterkaapi.example',
        mobileNumber: '9000010053',
        message: 'Please let us manage our menu ourselves.',
      },
      { made: 76, decided: 20 },
      'approved',
      [['gst-certificate.pdf', gstCertificate(kaapi.establishmentName, '36BBBBB0000B1Z5')]],
    ),
    await make(
      biryani,
      { name: 'Sai Kiran', email: 'sai.kiran@example.com', mobileNumber: '9000010054', message: 'This is my uncle’s restaurant.' },
      { made: 300, decided: 280 },
      'rejected',
      [['letter.pdf', pdf('To whom it may concern', ['I ask for access to the menu of my uncle.', 'Sai Kiran'])]],
      'The papers don’t name you as an owner.',
    ),
    await make(
      sabudana,
      { name: 'Aparna Gokhale', email: CLAIMED_EMAIL, mobileNumber: '9000010055', message: 'Owner since 2019.' },
      { made: 470, decided: 450 },
      'completed',
      [['trade-licence.pdf', trade(sabudana.establishmentName, 'Aparna Gokhale')]],
    ),
  ]
  return { rows, link: await linkOf(rows, kaapi, now, publicUrl) }
}

/** The single-use link of the approved claim, and its mail (worker/claims/routes.ts, `mailLink`). */
async function linkOf(claims: readonly Claim[], restaurant: Restaurant, now: Date, publicUrl: string) {
  const claim = claims.find((c) => c.status === 'approved')
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const hash = sha256(token)
  const at = claim?.processedAt ?? now.toISOString()
  return {
    code: {
      id: randomId(Date.parse(at)),
      purpose: 'claim',
      subject: hash,
      codeHash: hash,
      accountId: null,
      data: { claimId: claim?.id, approvedAt: claim?.processedAt },
      tries: 0,
      createdAt: at,
      expiresAt: new Date(Date.parse(at) + LINK_DAYS * DAY).toISOString(),
      usedAt: null,
    },
    mail: {
      id: randomId(Date.parse(at)),
      ...approvalMail({ email: claim?.email ?? '', restaurantName: restaurant.establishmentName }, publicUrl, token),
      at,
    },
  }
}
