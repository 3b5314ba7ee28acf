// Rosters: who is on duty for level 1 alarms, and when the next person is notified.
import { z } from 'zod'
import { RegionCode, RegionPath, RowVersion, SeenVersion } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { WeeklyWindow } from '../weekly-windows.ts'

const route = routeWithTag('Alarms')
const base = '/api/bulletin/rosters'
const screens = ['account-detail'] as const
const manage = { screens, right: 'account.manage' } as const

export const rostersAtMost = 20
export const shiftsAtMost = 50

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const DutyShift = z
  .object({
    days: WeeklyWindow.shape.days.refine(isDistinct, 'dayTwice'),
    from: WeeklyWindow.shape.from,
    until: WeeklyWindow.shape.until,
    userIds: z
      .array(id('user'))
      .min(2, 'secondPersonMissing')
      .max(3)
      .refine(isDistinct, 'personTwice')
      .describe('Users of the caller’s account, in the order in which they are notified'),
  })
  .meta({ id: 'DutyShift' })
export type DutyShift = z.infer<typeof DutyShift>

const shifts = z
  .array(DutyShift)
  .min(1)
  .max(shiftsAtMost)
  .describe('In the account’s time zone; shifts must not overlap')

const fields = {
  rosterName: z.string().trim().min(1).max(60),
  region: RegionCode.nullable().describe(
    'Where the alarms are; null: everywhere. One roster per region: of several, that of the smallest region applies where somebody is on duty',
  ),
  minutes: z
    .int()
    .min(1)
    .max(120)
    .default(5)
    .describe('Minutes without acknowledgement after which the next person is notified'),
  shifts,
}
export const RosterInput = z.object(fields)
export const RosterChange = z.object({ rosterId: id('roster'), ...fields, version: SeenVersion })

/** Reasons for which a person on duty is skipped. */
export const dutyStates = ['ready', 'deleted', 'disabled', 'noRight', 'unreachable'] as const
export const DutyPerson = z
  .object({
    userId: id('user'),
    userName: z.string(),
    state: z
      .enum(dutyStates)
      .describe(
        'Everyone except ready is skipped; noRight: without the right to receive level-1 messages; unreachable: without a channel for them',
      ),
  })
  .meta({ id: 'DutyPerson' })
export type DutyPerson = z.infer<typeof DutyPerson>

export const Roster = z
  .object({
    rosterId: id('roster'),
    ...fields,
    rosterName: z.string(),
    minutes: z.int(),
    shifts: z.array(DutyShift),
    regionPath: RegionPath.describe('Empty: everywhere'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Roster' })
export type Roster = z.infer<typeof Roster>

const OnDuty = z
  .object({
    rosterId: id('roster'),
    rosterName: z.string(),
    regionPath: RegionPath.describe('Empty: everywhere'),
    people: z
      .array(DutyPerson)
      .describe('In the order of notification; empty: nobody is on duty now'),
  })
  .meta({ id: 'OnDuty' })
export type OnDuty = z.infer<typeof OnDuty>

export const rosterRoutes = {
  listRosters: route('GET', base, {
    policy: { screens },
    summary: 'List the rosters of the caller’s account, those of the smallest regions first',
    out: z.object({
      items: z.array(Roster),
      people: z.array(DutyPerson).describe('All people in the shifts'),
      timeZone: z.string().describe('IANA name of the time zone of the shifts'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  listRosterPeople: route('GET', `${base}/people`, {
    policy: manage,
    summary: 'List the members of the caller’s account who can be on duty',
    out: z.object({ items: z.array(DutyPerson) }),
  }),
  addRoster: route('POST', base, {
    policy: manage,
    summary: 'Add a roster',
    body: RosterInput,
    out: Roster,
    errors: ['not_found', 'too_many_rosters'],
  }),
  updateRoster: route('PUT', base, {
    policy: manage,
    summary: 'Change a roster; alarms that are being escalated follow it from then on',
    body: RosterChange,
    out: Roster,
    errors: ['not_found', 'conflict'],
  }),
  deleteRoster: route('DELETE', `${base}/{rosterId}`, {
    policy: manage,
    summary: 'Delete a roster; without one, everyone with the right is notified',
    params: z.object({ rosterId: id('roster') }),
    errors: ['not_found'],
  }),
  getOnDuty: route('GET', '/api/bulletin/onDuty', {
    policy: { screens: ['monitor', 'bulletin-list'] },
    summary: 'Get the people of the caller’s account who are on duty now, by roster',
    out: z.object({ items: z.array(OnDuty) }),
  }),
}
