import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import Fastify, { type FastifyReply } from 'fastify'
import { Server } from 'socket.io'
import { openDatabase } from '../lib/d1.ts'

/**
 * The stack that an engineer would choose instead of the Worker for a restaurant on one machine: Fastify 5, node:sqlite flushed at every commit, Socket.IO. It
 * takes a parcel's order (`POST /v1/pos/order`) with the same rows, Idempotency-Key, outbox, broadcast and stock, and its answer is compared with ours
 * (compare.ts). It knows no tables, guests, offers or printers: `bench/order.ts` measures the send that both can do.
 */
type Row = Record<string, any>
type Body = { orderType: 'Take Away'; customer_name?: string; mobile_number?: string; kots: { kotId?: string; items: SentItem[] }[] }
type SentItem = { _id: string; quantity: number; additionalItemNote?: string }

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const
const BODY = {
  type: 'object',
  required: ['orderType', 'kots'],
  additionalProperties: false,
  properties: {
    orderType: { const: 'Take Away' },
    customer_name: text(80),
    mobile_number: { ...text(20), pattern: '^[+0-9 ()-]*$' },
    kots: {
      type: 'array',
      minItems: 1,
      maxItems: 60,
      items: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: {
          kotId: text(40),
          items: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: {
              type: 'object',
              required: ['_id', 'quantity'],
              additionalProperties: false,
              properties: { _id: text(40), quantity: { type: 'integer', minimum: 1, maximum: 999 }, additionalItemNote: text(300) },
            },
          },
        },
      },
    },
  },
}

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const sha256 = (of: string) => createHash('sha256').update(of).digest('hex')
const rupees = (paise: number) => paise / 100
const halfUp = (amount: number, by: number) => Math.floor((amount + by / 2) / by)

export function openRival(path: string, secret: string) {
  const db: DatabaseSync = openDatabase(path)
  db.exec(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  let statements = 0
  const prepared = (sql: string) => {
    let statement: StatementSync | undefined
    return (...values: SQLInputValue[]) => {
      statements += 1
      return (statement ??= db.prepare(sql)).all(...values) as Row[]
    }
  }
  const insert = (table: string, columns: string) =>
    prepared(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(', ')})`,
    )
  const sql = {
    session:
      prepared(`SELECT a.id, a.name, a.role, s.expires_at, r.id AS restaurant, r.timezone, r.tax_percentages, r.tax_settings, r.kot_settings
      FROM sessions s JOIN accounts a ON a.id = s.account_id JOIN restaurants r ON r.id = a.restaurant_id
      WHERE s.id = ? AND s.revoked_at IS NULL AND a.is_active = 1 AND r.approval_status = 'approved'`),
    stored: prepared('SELECT request_hash, status, body FROM idempotency WHERE account = ? AND key = ?'),
    store: insert('idempotency', 'account, key, request_hash, status, body, at'),
    sent: prepared('SELECT order_id FROM tickets WHERE restaurant_id = ? AND kot_id = ?'),
    item: prepared(
      'SELECT m.*, x.ingredients FROM menu_items m LEFT JOIN recipes x ON x.menu_item_id = m.id WHERE m.id = ? AND m.restaurant_id = ?',
    ),
    count: prepared('UPDATE menu_items SET remaining = remaining - ? WHERE id = ? AND remaining IS NOT NULL'),
    raise: prepared('INSERT INTO counters VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value'),
    total: prepared(
      'INSERT INTO totals VALUES (?1, ?2, ?5, 1), (?1, ?3, ?5, 1), (?1, ?4, ?5, 1) ON CONFLICT DO UPDATE SET count = count + 1',
    ),
    order: insert(
      'orders',
      'id, restaurant_id, version, order_type, customer_name, mobile_number, serial_number, tax_percentages, subtotal, cgst, sgst, vat, grand_total, order_status, payment_status, feedback_token, business_date, created_at',
    ),
    ticket: insert('tickets', 'restaurant_id, kot_id, order_id, position, kot_number, date, kind, sent_by, sent_at, created_at'),
    line: insert(
      'lines',
      'line_id, restaurant_id, order_id, kot_id, position, item_id, item_name, print_name, category_name, quantity, price, status, status_at, diet_type, is_alcohol, image, station, note',
    ),
    lots: prepared(
      'SELECT id, quantity FROM stocks WHERE raw_material_id = ? AND quantity > 0 ORDER BY expiry_date IS NULL, expiry_date, created_at, id',
    ),
    take: prepared('UPDATE stocks SET quantity = ? WHERE id = ?'),
    move: insert('stock_moves', 'restaurant_id, key, raw_material_id, kind, delta, portions, order_id, lots, "by", business_date, at'),
    carry: prepared(
      'UPDATE raw_materials SET current_stock = current_stock + ? WHERE id = ? RETURNING id, name, minimum_stock, current_stock',
    ),
    event: insert('events', 'restaurant_id, seq, event, data, at'),
  }

  const app = Fastify({ logger: false })
  const io = new Server(app.server)
  const clocks = new Map<string, Intl.DateTimeFormat>()
  const localDate = (at: Date, timeZone: string) => {
    let clock = clocks.get(timeZone)
    if (!clock) clocks.set(timeZone, (clock = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })))
    return clock.format(at)
  }

  /** The account of a bearer token: its signature, then its session. Throws 401. */
  function signedIn(bearer: string | undefined, now: Date): Row {
    const [head = '', claims = '', signature = ''] = (bearer ?? '').replace('Bearer ', '').split('.')
    const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest()
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refused(401, 'invalid_token', 'Invalid token')
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }
    const [account] = sql.session(sid)
    if (!account || account.expires_at <= now.toISOString()) throw new Refused(401, 'session_expired', 'Session expired')
    return account
  }

  function place(account: Row, body: Body, now: Date): { text: string; events: [string, string][] } {
    const { restaurant } = account
    const at = now.toISOString()
    const taxPercentages = JSON.parse(account.tax_percentages) as { gst: number; vat: number; serviceCharge: number }
    const businessDate = localDate(now, account.timezone)
    const orderId: string = randomUUID()
    const events: [string, string][] = []
    const sold: { line: Row; item: Row }[] = []
    const base = { gst: 0, vat: 0 }
    const [{ value: serialNumber } = {}] = sql.raise(restaurant, `serial:${businessDate}`)
    const kots = body.kots.map(({ kotId = randomUUID() as string, items }, i) => {
      if (sql.sent(restaurant, kotId).length > 0) throw new Refused(409, 'kot_id_taken', 'A ticket with this kotId was sent before.')
      const [{ value: kotNumber } = {}] = sql.raise(restaurant, `kot:${businessDate}`)
      return {
        kotId,
        kotNumber: kotNumber as number,
        date: businessDate.replaceAll('-', ''),
        createdAt: at,
        kind: i === 0 ? 'new' : 'addition',
        sentBy: account.name as string,
        sentAt: at,
        held: false,
        items: items.map(({ _id, quantity, additionalItemNote = '' }) => {
          const [item] = sql.item(_id, restaurant)
          if (!item) throw new Refused(422, 'unknown_item', 'An item is not on the menu.')
          if (!item.available || (item.remaining !== null && item.remaining < quantity))
            throw new Refused(409, 'item_unavailable', `Item "${item.name}" is unavailable.`)
          base[item.is_alcohol ? 'vat' : 'gst'] += item.price * quantity
          const line = {
            _id,
            lineId: randomUUID() as string,
            itemName: item.name,
            printName: item.print_name,
            categoryName: item.category_name,
            quantity,
            price: rupees(item.price),
            status: 'Preparing',
            statusAt: at,
            dietType: item.diet_type,
            isAlcohol: item.is_alcohol === 1,
            variants: [],
            addonGroups: [],
            image: item.image,
            station: item.station,
            tableId: null,
            additionalItemNote,
            cancelReason: null,
            cancelledBy: null,
            prepared: false,
            amount: rupees(item.price * quantity),
          }
          sold.push({ line, item })
          return line
        }),
      }
    })
    const half = halfUp(base.gst * taxPercentages.gst, 200)
    const vat = halfUp(base.vat * taxPercentages.vat, 100)
    const subtotal = base.gst + base.vat
    const exact = subtotal + 2 * half + vat
    const roundOffEnabled = Boolean((JSON.parse(account.tax_settings) as Row).roundOff)
    const grandTotal = roundOffEnabled ? halfUp(exact, 100) * 100 : exact
    const { customer_name = '', mobile_number = '' } = body
    const order = {
      _id: orderId,
      version: 1,
      restaurantId: restaurant,
      tableId: null,
      tableNumber: null,
      sittingId: null,
      userId: null,
      user: { name: customer_name, mobile_number },
      customer_name,
      customerGstin: '',
      mobile_number,
      deliveryAddress: '',
      guests: null,
      orderType: body.orderType,
      additionalNote: '',
      specialInstructions: '',
      isKOT: true,
      serialNumber,
      billNumber: null,
      invoiceNumber: null,
      billPrintedAt: null,
      totalPrice: rupees(subtotal),
      discount: 0,
      discountTitle: null,
      offerId: null,
      additionalCharges: { cgst: rupees(half), sgst: rupees(half), vat: rupees(vat), serviceCharge: 0 },
      roundOff: rupees(grandTotal - exact),
      roundOffEnabled,
      grandTotal: rupees(grandTotal),
      taxPercentages,
      serviceChargeAccepted: false,
      orderStatus: 'pending',
      paymentStatus: 'unpaid',
      paymentMethod: null,
      payments: [],
      refund: null,
      biller: null,
      cancelReason: null,
      cancelledBy: null,
      discountBy: null,
      serviceChargeBy: null,
      lastPrinted: null,
      businessDate,
      createdAt: at,
      completedAt: null,
      kots,
    }
    sql.order(
      ...[
        orderId,
        restaurant,
        1,
        body.orderType,
        customer_name,
        mobile_number,
        serialNumber,
        account.tax_percentages,
        subtotal,
        half,
        half,
        vat,
      ],
      ...[grandTotal, 'pending', 'unpaid', randomUUID(), businessDate, at],
    )
    sql.total(restaurant, '', businessDate.slice(0, 7), businessDate, `${body.orderType}|pending|unpaid`)
    for (const [i, kot] of kots.entries()) {
      sql.ticket(restaurant, kot.kotId, orderId, i, kot.kotNumber, kot.date, kot.kind, kot.sentBy, at, at)
      for (const [position, l] of kot.items.entries())
        sql.line(
          ...[
            l.lineId,
            restaurant,
            orderId,
            kot.kotId,
            position,
            l._id,
            l.itemName,
            l.printName,
            l.categoryName,
            l.quantity,
            Math.round(l.price * 100),
          ],
          ...[l.status, at, l.dietType, Number(l.isAlcohol), l.image, l.station, l.additionalItemNote],
        )
    }
    const used = new Map<string, number>()
    const { deductStock } = JSON.parse(account.kot_settings) as Row
    for (const { line, item } of sold) {
      if (item.remaining !== null) sql.count(line.quantity, item.id)
      if (!deductStock || !item.ingredients) continue
      for (const { rawMaterialId, quantity } of JSON.parse(item.ingredients) as Row[]) {
        const wanted = quantity * line.quantity
        const taken: [string, number][] = []
        let left = wanted
        for (const lot of sql.lots(rawMaterialId)) {
          if (left === 0) break
          const part = Math.min(left, lot.quantity)
          sql.take(lot.quantity - part, lot.id)
          taken.push([lot.id, part])
          left -= part
        }
        sql.move(
          ...[restaurant, `sale:${line.lineId}`, rawMaterialId, 'sale', -wanted, line.quantity, orderId, JSON.stringify(taken)],
          ...[account.name, businessDate, at],
        )
        used.set(rawMaterialId, (used.get(rawMaterialId) ?? 0) + wanted)
      }
    }
    for (const [id, wanted] of used) {
      const [material] = sql.carry(-wanted, id)
      if (!material) continue
      const { current_stock: left, minimum_stock: least } = material
      if ((left <= least && left + wanted > least) || (left <= 0 && left + wanted > 0))
        events.push(['stockLow', JSON.stringify({ material })])
    }
    events.unshift(['orderCreated', JSON.stringify({ order, orderId, tableId: null, kotIds: kots.map((k) => k.kotId) })])
    for (const [event, data] of events) {
      const [{ value: seq } = {}] = sql.raise(restaurant, 'seq')
      sql.event(restaurant, seq, event, data, at)
    }
    return { text: JSON.stringify({ order }), events }
  }

  const answer = (reply: FastifyReply, status: number, json: string) =>
    reply.code(status).header('Content-Type', 'application/json; charset=utf-8').header('Cache-Control', 'no-store').send(json)

  app.post<{ Body: Body }>('/v1/pos/order', { schema: { body: BODY } }, (request, reply) => {
    const now = new Date()
    db.exec('BEGIN IMMEDIATE')
    try {
      const account = signedIn(request.headers.authorization, now)
      const key = request.headers['idempotency-key'] as string | undefined
      const hash = key === undefined ? '' : sha256(JSON.stringify(request.body))
      const stored = key === undefined ? undefined : sql.stored(account.id, key)[0]
      if (stored) {
        if (stored.request_hash !== hash)
          throw new Refused(422, 'idempotency_mismatch', 'This Idempotency-Key was used for another request.')
        db.exec('COMMIT')
        return answer(reply, stored.status, stored.body)
      }
      const { text: json, events } = place(account, request.body, now)
      if (key !== undefined) sql.store(account.id, key, hash, 201, json, now.toISOString())
      db.exec('COMMIT')
      // Only committed changes are broadcast.
      for (const [event, data] of events) io.to(account.restaurant).emit(event, data)
      return answer(reply, 201, json)
    } catch (error) {
      db.exec('ROLLBACK')
      if (!(error instanceof Refused)) throw error
      return answer(reply, error.status, JSON.stringify({ status: 'error', message: error.message, code: error.code }))
    }
  })

  // A screen says who it is when it connects, and gets its restaurant's events while it is in the room.
  io.use((socket, next) => {
    try {
      socket.data.restaurant = signedIn(String(socket.handshake.auth.token), new Date()).restaurant
      next()
    } catch (error) {
      next(error as Error)
    }
  })
  io.on('connection', (socket) => {
    socket.on('join', () => {
      void socket.join(socket.data.restaurant)
      socket.emit('joined')
    })
    socket.on('leave', () => {
      void socket.leave(socket.data.restaurant)
      socket.emit('left')
    })
  })

  return {
    db,
    app,
    io,
    /** How many statements have run since the last time. */
    takeStatements: () => {
      const n = statements
      statements = 0
      return n
    },
    async close() {
      await io.close()
      await app.close()
      db.close()
    },
  }
}
