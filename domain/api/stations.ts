import { z } from 'zod'
import { MAX_STATIONS } from '../station.ts'
import { OWNERS, staff } from './contract.ts'
import { StationName } from './printJob.ts'

const tags = ['Printing']
const pages = ['/restaurant/settings/print'] as const

export const stations = {
  'GET /print/stations': staff({
    operationId: 'listStations',
    summary:
      'The stations in their order, with the dishes, categories and printers that use them. Names that are used but not listed come last',
    tags,
    roles: [...OWNERS],
    reads: true,
    pages,
    returns: z.object({
      stations: z.array(
        z.object({
          name: z.string(),
          listed: z.boolean(),
          dishes: z.number().int(),
          categories: z.number().int(),
          printers: z.array(z.string()).describe('the names of the printers that print for it'),
        }),
      ),
    }),
    failure: 'Failed to fetch stations',
  }),
  'PUT /print/stations': staff({
    operationId: 'saveStations',
    summary:
      'Change the list of stations. Dishes, categories and printers follow a station that is renamed, and lose one that is removed; what was sent to the kitchen keeps its station. A repeat is harmless',
    tags,
    roles: [...OWNERS],
    pages,
    body: z.object({
      stations: z
        .array(z.object({ name: StationName, was: z.string().max(40).nullable().describe('the name it had; null: it is new') }))
        .max(MAX_STATIONS),
      seen: z.array(z.string().max(40)).max(MAX_STATIONS).describe('the list as it was before the change'),
    }),
    returns: z.object({ stations: z.array(z.string()) }),
    failure: 'Failed to save stations',
    errors: {
      '409 version_conflict': 'The list was changed meanwhile: `{ stations }`',
      '409 station_in_use': 'A printer would lose its only station, and print everything: `{ printers }`',
    },
  }),
} as const
