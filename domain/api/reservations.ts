import { z } from 'zod'
import { byId, DateOnly, gone, HHmm, Id, Instant, intQuery, Message, paging, Version, daysInOrder } from './common.ts'
import { MONEY, staff } from './contract.ts'
import { Mobile, Name, Text } from './fields.ts'

export const Reservation = z.object({
  _id: Id,
  customerName: z.string(),
  mobile_number: z.string(),
  partySize: z.number().int(),
  date: z.string(),
  time: HHmm,
  durationMinutes: z.number().int(),
  tableId: z.string().nullable(),
  tableNumber: z.string().nullable(),
  note: z.string(),
  status: z.enum(['booked', 'arrived', 'seated', 'completed', 'noShow', 'cancelled']),
  createdAt: Instant,
  version: z.number().int(),
})

export type ReservationShape = z.infer<typeof Reservation>

const hosts = { tags: ['Reservations'], roles: [...MONEY, 'mobileAdmin'] as const, pages: ['/restaurant/reservation'] as const }
// Only a new one has defaults: a change must not reset the fields that it leaves out.
const ReservationFields = z.object({
  customerName: Name,
  mobile_number: Mobile,
  partySize: z.number().int().min(1).max(500),
  date: DateOnly,
  time: HHmm,
  durationMinutes: z.number().int().min(15).max(720),
  tableId: Id.nullish(),
  note: Text,
  allowOverlap: z.boolean().optional(),
})
const ReservationBody = ReservationFields.extend({
  durationMinutes: ReservationFields.shape.durationMinutes.default(90),
  note: Text.default(''),
})

export const reservations = {
  'GET /restaurant/reservations': staff({
    operationId: 'listReservations',
    summary: 'Reservations of a range of days, the earliest first',
    ...hosts,
    query: daysInOrder('from', 'to', {
      from: DateOnly.optional().describe('default: today, or 366 days before `to`'),
      to: DateOnly.optional().describe('default: no end'),
      status: Reservation.shape.status.optional(),
      page: intQuery(1, 1, 100_000),
      limit: intQuery(200, 1, 1000),
    }),
    returns: z.object({
      reservations: z.array(Reservation),
      ...paging,
      totalReservations: z.number().int(),
    }),
    failure: 'Failed to fetch reservations',
  }),
  'POST /restaurant/reservations/create': staff({
    operationId: 'createReservation',
    summary: 'Book a table or a time',
    ...hosts,
    idempotent: true,
    status: 201,
    body: ReservationBody,
    returns: z.object({ reservation: Reservation }),
    failure: 'Failed to create reservation',
    errors: { ...gone, '409 table_taken': 'Overlaps a reservation of that table: `{ reservations }`; `allowOverlap: true` books anyway' },
  }),
  'PUT /restaurant/reservations/update/:id': staff({
    operationId: 'updateReservation',
    summary: 'Change a reservation or its status',
    ...hosts,
    idempotent: true,
    params: byId,
    body: ReservationFields.partial().extend({ status: Reservation.shape.status.optional(), version: Version.optional() }),
    returns: z.object({ reservation: Reservation }),
    failure: 'Failed to update reservation',
    errors: {
      ...gone,
      '409 table_taken': 'Overlaps a reservation of that table',
      '409 invalid_transition': 'A reservation can’t go from its status to this one',
      '409 version_conflict': 'The reservation was changed since: `{ reservation }`',
    },
  }),
  'DELETE /restaurant/reservations/delete/:id': staff({
    operationId: 'deleteReservation',
    summary: 'Remove a reservation from the list; its record is kept',
    ...hosts,
    idempotent: true,
    params: byId,
    returns: Message,
    failure: 'Failed to delete reservation',
    errors: gone,
  }),
} as const
