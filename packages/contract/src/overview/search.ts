// Search over all kinds of rows by name, for the box that opens with Ctrl+K.
import { z } from 'zod'
import { DroneId, Time } from '../fields.ts'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

export const searchKinds = [
  'drone',
  'plot',
  'person',
  'account',
  'task',
  'client',
  'flight',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Results of one kind. */
export const searchResultsAtMost = 6

export const SearchResult = z
  .object({
    kind: z.enum(searchKinds),
    id: notARow('Of a row of any kind', z.string()).describe('Id of the row, by its kind'),
    droneId: DroneId.nullable().describe('For a flight: its drone'),
    name: z.string().describe('For a flight: the name of its drone'),
    number: z.int().nullable().describe('For a flight: its number, counted by the device'),
    detail: z.string().nullable().describe('Serial number, operator, phone number, village'),
    startTime: Time.nullable().describe('For a flight'),
    rank: z
      .enum(['same', 'start', 'word-start', 'within', 'others', 'close'])
      .describe(
        'How the row matches: its whole name; the beginning of its name; the beginning of words; a part of its name; another text, for example a phone number; a similar name',
      ),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

const route = routeWithTag('Search')

export const searchRoutes = {
  searchAll: route('GET', '/api/search', {
    policy: {},
    summary:
      'Find drones, plots, members, accounts, tasks, clients and flights that the caller may see, by name or number. If nothing contains the text, rows with similar names are returned.',
    query: z.object({
      text: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe('Words, all of which must match; one Latin letter alone finds nothing'),
    }),
    out: z.object({
      items: z
        .array(SearchResult)
        .describe(`Best match first, at most ${searchResultsAtMost} of each kind`),
    }),
  }),
}
