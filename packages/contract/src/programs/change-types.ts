// What other programs can be notified of: each type with the screens that show its rows, and its
// data. Units are SI; areas in m², volumes in litres.
import type { Screen } from '@swath/domain/access/screens'
import { z } from 'zod'
import { AnomalyTypeCode, FlightState } from '../codes.ts'
import { Latitude, Longitude, SerialNumber, Time } from '../fields.ts'
import { notARow } from '../ids.ts'

const Id = notARow('Of an event, not of a request', z.string())
const drone = { droneId: notARow('Of an event, not of a request', SerialNumber) }
const flight = { flightId: Id, ...drone }

const alarm = z.object({
  alarmId: Id,
  ...flight,
  type: AnomalyTypeCode,
  level: z.literal([1, 2, 3]),
  at: Time,
  lng: Longitude,
  lat: Latitude,
  state: z.enum(['open', 'acknowledged', 'closed']),
  closedReason: z.string().nullable(),
})

type ChangeFacts = { readonly screens: readonly Screen[]; readonly data: z.ZodObject }

export const changeTypes = {
  'flight.ended': {
    screens: ['drone-list'],
    data: z.object({
      ...flight,
      startAt: Time,
      endAt: Time,
      closeReason: z.string().nullable().describe('Why the flight counts as ended'),
      simulated: z.boolean().describe('Whether it was a practice flight'),
    }),
  },
  'record.changed': {
    screens: ['drone-list'],
    data: z.object({
      ...flight,
      startAt: Time,
      endAt: Time,
      coveredM2: z.number().describe('Covered area, m²'),
      sweptM2: z.number().describe('Distance × width, m²'),
      sprayL: z.number().describe('Volume sprayed, litres'),
      sprayS: z.number().describe('Duration of spraying, s'),
      durationS: z.number().describe('Duration of the flight, s'),
      plotId: Id.nullable(),
      taskId: Id.nullable(),
      hash: z.string().describe('SHA-256 of the record, hexadecimal'),
    }),
  },
  'record.removed': { screens: ['drone-list'], data: z.object(flight) },
  'alarm.raised': { screens: ['monitor', 'bulletin-list'], data: alarm },
  'alarm.changed': { screens: ['monitor', 'bulletin-list'], data: alarm },
  'task.changed': {
    screens: ['unified-task-list'],
    data: z.object({ taskId: Id, name: z.string(), state: z.enum(['draft', 'open', 'closed']) }),
  },
  'task.progressed': {
    screens: ['unified-task-list'],
    data: z.object({
      taskId: Id,
      ...flight,
      coveredM2: z.number().describe('Covered area of the flight, m²'),
      counts: z.boolean().describe('Whether the flight counts for the task'),
    }),
  },
  'bill.entered': {
    screens: ['bill-list'],
    data: z.object({
      entryId: Id,
      line: z.int(),
      clientId: Id,
      purpose: z.enum(['prepaid', 'deposit']),
      currency: z.string(),
      amountMinor: z.int().describe('In the smallest unit of the currency; negative: a charge'),
      at: Time.nullable(),
      month: z.string().describe('Month in which it counts, YYYY-MM'),
      droneId: drone.droneId.nullable(),
    }),
  },
  'drone.state': {
    screens: ['monitor'],
    data: z.object({ ...drone, state: FlightState, lastMessageAt: Time.nullable() }),
  },
  'firmware.state': {
    screens: ['firmware-list'],
    data: z.object({
      ...drone,
      rolloutId: Id,
      state: z.string(),
      direction: z.enum(['forward', 'back']),
      reason: z.string().nullable().describe('Why it failed, as the drone reports'),
    }),
  },
} as const satisfies Record<string, ChangeFacts>

export type ChangeType = keyof typeof changeTypes
export const changeTypeNames = Object.keys(changeTypes) as [ChangeType, ...ChangeType[]]

/** The screens on which changes of any type are seen. */
export const screensOfChanges = [
  ...new Set(changeTypeNames.flatMap((type): readonly Screen[] => changeTypes[type].screens)),
]

/** The types that a caller with these screens may read. */
export const changeTypesFor = (screens: readonly Screen[]): ChangeType[] =>
  changeTypeNames.filter((type) =>
    changeTypes[type].screens.some((screen) => screens.includes(screen)),
  )
