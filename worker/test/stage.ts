import { sql } from 'drizzle-orm'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { OrderShape } from '#domain/api/order.ts'
import { randomId } from '#domain/ids.ts'
import type { PrintStatus } from '#domain/printJob.ts'
import type { Role } from '#domain/roles.ts'
import { issueCode, newLink } from '../auth/codes.ts'
import { resetToken } from '../auth/reset.ts'
import { openSession } from '../auth/sessions.ts'
import { Context } from '../http/context.ts'
import { batch } from '../db/index.ts'
import * as outlets from '../db/outlets.ts'
import { claims, partners, restaurants, savedItems, syncKeys } from '../db/platform.ts'
import { insert, insertMany, update } from '../db/rows.ts'
import type { Env } from '../env.ts'
import { sha256 } from '../http/hash.ts'
import { findRestaurant } from '../access/session.ts'
import { keepListing } from '../listing/store.ts'
import { setStock } from './stock.ts'
import { makeAccount, makeRestaurant, signIn, STAGE_DEVICE, testEnv, type World } from './world.ts'

/**
 * Data with which every call of the contract succeeds once, in any order: a call that ends something has a thing of its own to end. Rows are written straight
 * to the database where no rule of the product is needed, because several files set a stage.
 */
export type Stage = Awaited<ReturnType<typeof setStage>>

/** A day from today on, as YYYY-MM-DD. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
export const anEmail = (): string => `${randomId()}@test.test`
/** An unused mobile number: a 9 and nine random digits. */
export const aMobile = (): string => `9${Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte % 10).join('')}`

/** Google as these tests know it: its key, and where its public half is served. Made once. */
const GOOGLE = { issuer: 'https://issuer.test', audience: 'tawa-tests' }
type Google = { key: CryptoKey; vars: Partial<Env> }
let google: Promise<Google> | null = null

async function makeGoogle(): Promise<Google> {
  const pair = (await generateKeyPair('ES256', { extractable: true })) as CryptoKeyPair
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'stage', alg: 'ES256', use: 'sig' }
  return {
    key: pair.privateKey,
    vars: {
      GOOGLE_ISSUER: GOOGLE.issuer,
      GOOGLE_AUDIENCE: GOOGLE.audience,
      GOOGLE_JWKS_URL: `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [jwk] }))}`,
    },
  }
}

const idTokenOf = (email: string, { key }: Google): Promise<string> =>
  new SignJWT({ email, hd: 'tawa.test', email_verified: true })
    .setSubject(`of ${email}`)
    .setProtectedHeader({ alg: 'ES256', kid: 'stage' })
    .setIssuer(GOOGLE.issuer)
    .setAudience(GOOGLE.audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)

const context = () => new Context(testEnv, new Request('https://tawa.test/v1/stage'), 'the stage', new Date(), () => {})

/** Further tables, for calls that need their own. */
async function addTables(w: World, canary: string) {
  const names = ['moveFrom', 'moveTo', 'mergeParent', 'mergeChild', 'merged', 'mergedInto'] as const
  const rows = names.map((name) => ({
    id: randomId(),
    restaurantId: w.id,
    tableNumber: name,
    area: `Terrace${canary}`,
    capacity: 4,
    sittingId: randomId(),
    qrToken: randomId(),
    createdAt: new Date().toISOString(),
  }))
  await batch(w.db, [insertMany(outlets.diningTables, rows)])
  return Object.fromEntries(rows.map((r) => [r.tableNumber, r.id])) as Record<(typeof names)[number], string>
}

/** One of each of a restaurant's things, and a spare one where a call takes one away. */
async function addRows(w: World, canary: string, tableId: string) {
  const at = new Date().toISOString()
  const of = { restaurantId: w.id }
  const ids = <N extends string>(...names: N[]) => Object.fromEntries(names.map((n) => [n, randomId()])) as Record<N, string>
  const menu = ids(
    'category',
    'spareCategory',
    'subcategory',
    'spareSubcategory',
    'sortedCategory',
    'sortedDish',
    'sortedDishToo',
    'template',
    'spareTemplate',
    'dish',
    'spareDish',
    'spareDishToo',
  )
  const book = ids('offer', 'codedOffer', 'banner', 'reservation', 'spareReservation', 'customer', 'spareCustomer')
  const addons = [{ name: `Extra cheese${canary}`, price: 3000 }]
  const usual = { categoryId: menu.category, subCategoryId: menu.subcategory }
  /** Nothing else is added to it, so that its order can be named whole. */
  const sorted = { categoryId: menu.sortedCategory, subCategoryId: null }
  const dish = (id: string, name: string, place: { categoryId: string; subCategoryId: string | null } = usual) => ({
    ...of,
    id,
    ...place,
    name: `${name}${canary}`,
    description: `Freshly made${canary}`,
    price: 12000,
    dietType: 'veg' as const,
    variants: [],
    addonGroups: [{ name: `Toppings${canary}`, min: 0, max: 2, addons, templateId: menu.template }],
    ingredients: [],
  })
  const template = (id: string, name: string) => ({
    ...of,
    id,
    name: `${name}${canary}`,
    min: 0,
    max: 2,
    addons,
    createdAt: at,
  })
  const reservation = (id: string, day: number) => {
    const date = inDays(day)
    // 19:00 in Asia/Kolkata.
    const startsAt = new Date(`${date}T13:30:00.000Z`)
    const mobileNumber = aMobile()
    return {
      ...of,
      id,
      customerName: `Meera${canary}`,
      mobileNumber,
      partySize: 4,
      date,
      time: '19:00',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 90 * 60_000).toISOString(),
      durationMinutes: 90,
      tableId,
      note: `By the window${canary}`,
      createdAt: at,
    }
  }
  const customer = (id: string) => {
    const mobileNumber = aMobile()
    return { ...of, id, name: `Ravi${canary}`, mobileNumber, mobileDigits: mobileNumber, email: `${canary}${anEmail()}`, createdAt: at }
  }
  const offer = (id: string, code: string | null) => ({
    ...of,
    id,
    title: `Ten off${canary}`,
    description: `On everything${canary}`,
    code,
    type: 'percentage' as const,
    value: 10,
    startsAt: '2020-01-01T00:00:00.000Z',
    endsAt: '2099-01-01T00:00:00.000Z',
    days: [],
    orderTypes: [],
    createdAt: at,
  })
  const { categories, subcategories, menuItems, addonTemplates, offers, banners, reservations, customers } = outlets
  await batch(w.db, [
    insertMany(categories, [
      { ...of, id: menu.category, name: `Starters${canary}`, description: `To begin with${canary}` },
      { ...of, id: menu.spareCategory, name: `Old things${canary}`, description: '' },
      { ...of, id: menu.sortedCategory, name: `Sweets${canary}`, description: '' },
    ]),
    insertMany(subcategories, [
      { ...of, id: menu.subcategory, categoryId: menu.category, name: `Chaat${canary}` },
      { ...of, id: menu.spareSubcategory, categoryId: menu.category, name: `Soups${canary}` },
    ]),
    insertMany(menuItems, [
      dish(menu.dish, 'Papdi Chaat'),
      dish(menu.spareDish, 'Dahi Puri'),
      dish(menu.spareDishToo, 'Bhel Puri'),
      dish(menu.sortedDish, 'Kheer', sorted),
      dish(menu.sortedDishToo, 'Jalebi', sorted),
    ]),
    insertMany(addonTemplates, [template(menu.template, 'Toppings'), template(menu.spareTemplate, 'Dips')]),
    // The stage's order takes the first by its id.
    insertMany(offers, [offer(book.offer, null), offer(book.codedOffer, 'STAGE10')]),
    insert(banners, { ...of, id: book.banner, image: `/${canary}banner.png`, title: `Monsoon menu${canary}`, createdAt: at }),
    insertMany(reservations, [reservation(book.reservation, 20), reservation(book.spareReservation, 21)]),
    insertMany(customers, [customer(book.customer), customer(book.spareCustomer)]),
  ])
  return {
    // An item that carries a template names it.
    menu: { ...menu, carried: [{ name: 'Toppings', addons: [{ name: 'Extra cheese', price: 30 }], templateId: menu.template }] },
    book,
  }
}

/** Accounts, keys, claims, codes, and the partner with its outlets: what PLATFORM has. */
async function addPlatform(w: World, canary: string, google: Google) {
  const at = new Date().toISOString()
  const c = context()
  const [known] = await batch(testEnv.PLATFORM, [sql`SELECT partner_id FROM restaurants WHERE id = ${w.id}`])
  const partnerId = String(known?.[0]?.partner_id ?? randomId())
  const [sparePartner, doomedPartner] = [randomId(), randomId()]
  const partner = (id: string) => ({ id, name: `Kavita${canary}`, email: `${canary}${anEmail()}`, mobileNumber: aMobile(), createdAt: at })
  const account = (role: Role, more = {}) =>
    makeAccount(role, { name: `${role}${canary}`, email: `${canary}${anEmail()}`, restaurantId: w.id, ...more })
  const outlet = (more: Parameters<typeof makeRestaurant>[0]) => makeRestaurant({ shard: w.shard, tables: 0, canary, ...more })
  const [
    employee,
    toggled,
    spareEmployee,
    signsIn,
    byGoogle,
    forgets,
    resets,
    travels,
    changes,
    confirms,
    mistyped,
    asPartner,
    asBackoffice,
    deskUser,
    approvable,
    rejectable,
    doomedOutlet,
    sisterOutlet,
    spareOutlet,
  ] = await Promise.all([
    account('waiter'),
    account('waiter'),
    account('waiter'),
    account('cashier'),
    account('cashier'),
    account('cashier'),
    account('cashier'),
    account('cashier'),
    account('cashier'),
    account('cashier', { isUnproven: true }),
    account('partner', { restaurantId: null, partnerId: randomId(), isUnproven: true }),
    account('partner', { restaurantId: null, partnerId }),
    account('backoffice', { restaurantId: null }),
    account('backoffice', { restaurantId: null }),
    outlet({ approvalStatus: 'pending' }),
    outlet({ approvalStatus: 'pending' }),
    outlet({ partnerId }),
    outlet({ partnerId }),
    outlet({ partnerId: sparePartner }),
  ])
  const claim = (status: string) => ({
    id: randomId(),
    restaurantId: w.id,
    name: `Meera${canary}`,
    email: `${canary}${anEmail()}`,
    mobileNumber: aMobile(),
    message: `It is mine${canary}`,
    documents: [{ name: `deed${canary}.pdf`, key: `p-${'0'.repeat(64)}.pdf` }],
    status,
    createdAt: at,
    processedAt: status === 'pending' ? null : at,
  })
  const [waiting, approved] = [claim('pending'), claim('approved')]
  const link = await newLink(c, 'claim', { claimId: approved.id, approvedAt: at }, 7)
  const [liveKey, revokedKey] = [`tawa_${randomId()}`, `tawa_${randomId()}`]
  const syncKey = async (label: string, text: string, revokedAt: string | null = null) => ({
    id: randomId(),
    restaurantId: w.id,
    label: `${label}${canary}`,
    prefix: text.slice(0, 11),
    keyHash: sha256(text),
    createdAt: at,
    revokedAt,
  })
  const [live, revocable, revoked] = [
    await syncKey('Till', liveKey),
    await syncKey('Books', `tawa_${randomId()}`),
    await syncKey('Lost', revokedKey, at),
  ]
  const diner = await signIn('user')
  // A place of its own, so that no other test's restaurants are near.
  const [latitude = 0, longitude = 0] = Array.from(
    crypto.getRandomValues(new Uint32Array(2)),
    (n, i) => (n / 2 ** 32 - 0.5) * (i ? 300 : 120),
  )
  const location = { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 }
  const mobile = aMobile()
  const restaurant = await findRestaurant(testEnv, w.id)
  const tokenFor = (who: typeof travels) => openSession(c, { ...who, restaurantId: w.id, partnerId: null }, restaurant)
  await batch(testEnv.PLATFORM, [
    update(restaurants, { partnerId }, sql`id = ${w.id}`),
    sql`UPDATE restaurants SET profile = json_patch(profile, ${JSON.stringify({ showInMobileApp: true, location })}) WHERE id = ${w.id}`,
    ...keepListing(w.id),
    insertMany(partners, [partner(partnerId), partner(sparePartner), partner(doomedPartner)]),
    insertMany(claims, [waiting, approved]),
    link.statement,
    insertMany(syncKeys, [live, revocable, revoked]),
    insert(savedItems, { accountId: diner.accountId, menuItemId: w.items.dosa, restaurantId: w.id, savedAt: at }),
  ])
  return {
    office: {
      employee: employee.id,
      toggledEmployee: toggled.id,
      spareEmployee: spareEmployee.id,
      key: revocable.id,
      spareKey: revoked.id,
    },
    /** Keys as their holders have them: one that reads, and one that was revoked. */
    syncKeys: { live: liveKey, revoked: revokedKey },
    /** Data for sign-ins: addresses (with PASSWORD), Google tokens, codes, and single-use tokens. */
    signIn: {
      staff: signsIn.email,
      partner: asPartner.email,
      backoffice: asBackoffice.email,
      idToken: await idTokenOf(byGoogle.email, google),
      forgets: forgets.email,
      otp: await issueCode(c, 'reset', forgets.email, forgets.id),
      resetToken: await resetToken(c, resets, 'resetToken', 10),
      mobile,
      mobileOtp: await issueCode(c, 'diner', mobile, null),
    },
    /** Tokens of somebody who is signed in on another device too (`elsewhere`), of somebody with a password (PASSWORD) to change, and of somebody with a code for their address. */
    own: {
      token: await tokenFor(travels),
      elsewhere: String(decodeJwt(await tokenFor(travels)).sid),
      changes: await tokenFor(changes),
      mistyped: await openSession(c, { ...mistyped, restaurantId: null, partnerId: mistyped.partnerId ?? null }, null),
      confirms: {
        token: await tokenFor(confirms),
        otp: await issueCode(c, 'address', `${confirms.id} ${confirms.email}`, confirms.id),
      },
    },
    /** A diner with an account, who has saved the dosa. */
    diner,
    /** The restaurant's partner, another one, and one to take out; their outlets. */
    partner: { id: partnerId, token: (await signIn('partner', { partnerId })).token },
    platform: {
      sparePartner,
      doomedPartner,
      approvable: approvable.id,
      rejectable: rejectable.id,
      doomedOutlet: doomedOutlet.id,
      sisterOutlet: sisterOutlet.id,
      spareOutlet: spareOutlet.id,
      claim: waiting.id,
      deskUser: deskUser.id,
    },
    claimToken: link.token,
    /** Where the app lists the restaurant. */
    location,
  }
}

/** Printers of one device, and a job for each thing that can be done with one. A printer that nothing is sent to has a job in hand. */
async function addPrinting(w: World, canary: string) {
  const at = new Date().toISOString()
  const of = { restaurantId: w.id }
  const [printer, sparePrinter, doomedPrinter] = [randomId(), randomId(), randomId()]
  const registered = (name: string, role: 'bill' | 'kot') => ({
    deviceId: STAGE_DEVICE,
    name: `${name}${canary}`,
    role,
    stations: [],
    columns: 48 as const,
    fallbackId: null,
    ownOnly: false,
    registeredAt: at,
  })
  const printers = {
    [printer]: registered('Kitchen', 'kot'),
    [sparePrinter]: registered('Counter', 'bill'),
    [doomedPrinter]: registered('Old', 'bill'),
  }
  const job = (status: PrintStatus, printerId: string) => ({
    ...of,
    id: randomId(),
    kind: 'test' as const,
    paper: `test:${randomId()}`,
    status,
    printerId,
    title: `Test page${canary}`,
    apart: [],
    fence: status === 'printing' ? 1 : 0,
    leasedBy: status === 'printing' ? STAGE_DEVICE : null,
    leaseUntil: status === 'printing' ? '2099-01-01T00:00:00.000Z' : null,
    waitingSince: at,
    createdAt: at,
    createdBy: `Asha${canary}`,
  })
  const jobs = [job('queued', printer), job('printing', sparePrinter), job('failed', printer), job('unknown', printer)]
  await batch(testEnv.PLATFORM, [sql`UPDATE restaurants SET printers = ${JSON.stringify(printers)} WHERE id = ${w.id}`])
  await batch(w.db, [insertMany(outlets.printJobs, jobs)])
  const [queued = '', printing = '', failed = '', unknown = ''] = jobs.map(({ id }) => id)
  return { device: STAGE_DEVICE, printer, sparePrinter, doomedPrinter, queued, printing, failed, unknown }
}

/** `canary` ends every text of the restaurant that a stage writes. */
export async function setStage(w: World, { canary = '' } = {}) {
  google ??= makeGoogle()
  const vouching = await google
  Object.assign(testEnv, vouching.vars)
  const guest = await w.guest(3)
  const sent = await w.does(
    'waiter',
    'POST /orders',
    { order: { tableId: w.tables[3], kots: [w.kot([w.line('plain')])] } },
    { token: guest.token },
  )
  if (sent.status !== 201) throw new Error(sent.text)
  const tables = await addTables(w, canary)
  const one = (more: Record<string, unknown>): Promise<OrderShape> => w.order([w.line('plain')], more)
  const away = { orderType: 'Take Away' }
  const order = await w.order([w.line('dosa', 2), w.line('plain')])
  await one({ tableId: tables.moveFrom })
  await one({ tableId: tables.mergeParent })
  for (const tableId of [tables.mergedInto, tables.merged]) await one({ tableId })
  await w.does('captain', 'POST /tables/merge', { parentTableId: tables.mergedInto, childTableIds: [tables.merged] })
  const [paying, leaving, served] = [await one(away), await one(away), await one(away)]
  const partPaid = async () => {
    const { _id } = await one(away)
    const payments = [{ method: 'Cash', amount: 20 }]
    const part = await w.does('cashier', 'PUT /orders/payment/status', { orderId: _id, paymentStatus: 'partial', payments })
    return { _id, payment: String(part.body.order.paymentHistory[0]._id) }
  }
  const [mistaken, overpaid] = [await partPaid(), await partPaid()]
  const settled = await w.settle(served._id)
  if (settled.status !== 200) throw new Error(settled.text)
  const [{ feedback_token: feedbackToken }] = await w.rows('SELECT feedback_token FROM orders WHERE id = ?', served._id)
  const { menu, book } = await addRows(w, canary, w.tables[1] ?? '')
  const platform = await addPlatform(w, canary, vouching)
  return {
    w,
    dinerId: guest.accountId,
    /** The guest of table 3, whose order is open. */
    guest,
    /** Open at table 0. */
    order,
    /** Open parcels: one that can be settled and one that can be cancelled. */
    paying,
    leaving,
    /** Open parcels with a payment in cash: one that is corrected, and one that is given back. */
    mistaken,
    overpaid,
    /** Settled and complete. */
    served: { ...served, feedbackToken: String(feedbackToken) },
    tables,
    stock: await setStock(w),
    print: await addPrinting(w, canary),
    menu,
    ...platform,
    office: { ...platform.office, ...book },
  }
}
