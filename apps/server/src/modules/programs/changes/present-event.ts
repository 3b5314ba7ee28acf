import type { ChangeType } from '@swath/contract/programs/change-types'
import type { EventRow } from './changes.queries.ts'

/** As PostgreSQL writes a time into JSON, with microseconds and the offset of the connection. */
const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/

const presentValue = (value: unknown): unknown =>
  typeof value === 'string' && storedTime.test(value) ? new Date(value).toISOString() : value

export const eventId = ({ transaction, id }: Pick<EventRow, 'transaction' | 'id'>): string =>
  `${transaction}.${id}`

export const presentEvent = ({ transaction, id, kind, at, data }: EventRow) => ({
  id: eventId({ transaction, id }),
  type: kind satisfies ChangeType,
  timestamp: at.toISOString(),
  data: Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, presentValue(value)]),
  ),
})
