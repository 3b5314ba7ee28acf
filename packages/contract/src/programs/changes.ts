// The feed of changes for programs that cannot be called.
import { z } from 'zod'
import { Time } from '../fields.ts'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { changeTypeNames, changeTypes, screensOfChanges, type ChangeType } from './change-types.ts'

const route = routeWithTag('Changes')

export const changesAtMost = 500
/** Days for which changes can be read. */
export const changeDays = 7

export type ChangeEvent = {
  id: string
  type: ChangeType
  timestamp: string
  data: Record<string, unknown>
}

const eventOf = (type: ChangeType) =>
  z.object({
    id: notARow('Of an event', z.string()).describe(
      'Unique; the same when the event is delivered again',
    ),
    type: z.literal(type),
    timestamp: Time.describe('When it happened'),
    data: changeTypes[type].data as z.ZodObject,
  })
const [first, ...others] = changeTypeNames

/** One of the types, each with its data. */
export const ChangeEvent: z.ZodType<ChangeEvent> = z
  .discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)])
  .meta({ id: 'ChangeEvent' })

export const ChangeFeed = z.object({
  items: z.array(ChangeEvent),
  next: notARow('A position', z.string()).describe('Cursor for the next call'),
  more: z.boolean().describe('Whether to call again at once: there may be more changes'),
})
export type ChangeFeed = z.infer<typeof ChangeFeed>

export const changeRoutes = {
  listChanges: route('GET', '/api/changes', {
    policy: { screens: screensOfChanges },
    summary: `Read changes of the last ${changeDays} days in their order, from a cursor`,
    query: z.object({
      after: z
        .union([z.literal('start'), z.string().regex(/^[0-9a-f]{8}\.\d{1,19}\.\d{1,15}$/)])
        .optional()
        .describe(
          'Cursor from `next` of the last answer; start: from the oldest change; absent: returns the present cursor and no change',
        ),
      types: z
        .string()
        .max(300)
        .refine((text) => text.split(',').every((type) => Object.hasOwn(changeTypes, type)))
        .optional()
        .describe(`Only these, separated by commas: ${changeTypeNames.join(', ')}`),
      limit: z.coerce.number().int().min(1).max(changesAtMost).default(100),
    }),
    out: ChangeFeed,
    errors: ['cursor_expired'],
  }),
}
