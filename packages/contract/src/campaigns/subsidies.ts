// Subsidies that an authority pays for spraying: proposed from work records, objected to,
// corrected, approved by a second person, paid.
import { z } from 'zod'
import {
  AreaUnit,
  DrawnParts,
  DroneId,
  Mu,
  Position,
  RegionCode,
  RegionPath,
  SeenVersion,
  Time,
  filter,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { fileOf, pageOf } from '../list-calls.ts'
import {
  Subsidy,
  SubsidyFlight,
  SubsidyId,
  SubsidyLeftOut,
  SubsidyLine,
  SubsidyObjection,
  subsidyLeftOutList,
  subsidyLineList,
  subsidyLineStates,
  subsidyList,
  subsidyObjectionList,
  subsidyRulings,
} from './subsidy-rows.ts'
import {
  AmountMinor,
  Currency,
  SubsidyRuleVersion,
  SubsidyYear,
  subsidyBase,
} from './subsidy-rules.ts'

const route = routeWithTag('Subsidies')
const screens = ['subsidy-list'] as const
/** Farmers have no screen of subsidies: they read what concerns their plots where they list these. */
const reads = { screens: ['subsidy-list', 'block-list'] } as const
const manages = { screens, right: 'task.manage' } as const
const one = `${subsidyBase}/{subsidyId}` as const
const params = z.object({ subsidyId: SubsidyId })
const Words = z.string().trim().max(2000)
const version = SeenVersion
const refusals = ['not_found', 'forbidden', 'conflict'] as const
const overview = { year: filter(SubsidyYear), region: filter(RegionCode) }

export const SubsidyCorrected = z.object({ text: Words.min(1), version })
export const SubsidyApproved = z.object({ text: Words.default(''), version })
export const SubsidyPaid = z.object({
  paymentReference: z.string().trim().min(1).max(80),
  text: Words.default(''),
  version,
})
export const SubsidyFlightRuled = z.object({
  ruling: z.enum(subsidyRulings).nullable().describe('null: as the rules say'),
  text: Words.min(1),
  version,
})
export const SubsidyObjected = z.object({ lineId: id('subsidyLine'), text: Words.min(1) })
export const SubsidyObjectionDecided = z.object({
  decision: z.enum(['upheld', 'declined']),
  text: Words.min(1),
  version,
})

export const SubsidyStep = z.object({
  kind: z.enum(['propose', 'correct', 'rule', 'approve', 'pay']),
  at: Time,
  userName: z.string().nullable().describe('Null: of another account'),
  accountName: z.string(),
  text: z.string(),
})
export type SubsidyStep = z.infer<typeof SubsidyStep>

export const SubsidyDetail = Subsidy.extend({
  rules: SubsidyRuleVersion,
  steps: z.array(SubsidyStep).describe('In the order in which they came'),
  leftOut: z
    .array(z.object({ why: SubsidyLeftOut.shape.why, sortieCount: z.int() }))
    .describe('Flights that do not count, by reason'),
  isIntact: z.boolean().describe('Lines and flights are still what the hash was taken of'),
}).meta({ id: 'SubsidyDetail' })
export type SubsidyDetail = z.infer<typeof SubsidyDetail>

export const SubsidyLineDetail = SubsidyLine.extend({
  ruleNumber: z.int(),
  leastCoveredRatio: z.number(),
  flights: z.array(SubsidyFlight).describe('In the order in which they covered the ground'),
  objections: z.array(SubsidyObjection),
}).meta({ id: 'SubsidyLineDetail' })
export type SubsidyLineDetail = z.infer<typeof SubsidyLineDetail>

const sums = {
  currency: Currency,
  proposedMinor: AmountMinor,
  stoppedMinor: AmountMinor,
  approvedMinor: AmountMinor.describe('And not yet paid'),
  paidMinor: AmountMinor,
  coveredArea: Mu.describe('That is paid for, or is to be'),
  lineNum: z.int(),
  plotNum: z.int(),
  operatorNum: z.int(),
}
export const SubsidySums = z.object(sums).meta({ id: 'SubsidySums' })
export type SubsidySums = z.infer<typeof SubsidySums>
export const SubsidyRegion = z
  .object({ regionCode: RegionCode, region: RegionPath, ...sums })
  .meta({ id: 'SubsidyRegion' })
export type SubsidyRegion = z.infer<typeof SubsidyRegion>

/** Tracks that a map can hold at once. */
export const subsidyTracksAtMost = 60

export const subsidyRoutes = {
  listSubsidies: route('GET', subsidyBase, {
    summary:
      'Subsidies of one’s region, and those of which a line is one’s own, with its lines’ sums',
    policy: { screens },
    ...pageOf(subsidyList),
  }),
  exportSubsidies: route('GET', `${subsidyBase}/export`, {
    summary: 'The filtered subsidies as CSV or XLSX',
    policy: { screens },
    ...fileOf(subsidyList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getSubsidySummary: route('GET', `${subsidyBase}/summary`, {
    summary:
      'What is proposed, stopped, approved and paid, by currency; of the lines that exist for one',
    policy: { screens },
    query: z.object(overview),
    out: z.object({ items: z.array(SubsidySums) }),
  }),
  getSubsidyRegions: route('GET', `${subsidyBase}/stat/region`, {
    summary: 'The same by region and currency, the most first',
    policy: { screens },
    query: z.object(overview),
    out: z.object({ items: z.array(SubsidyRegion) }),
  }),
  proposeSubsidy: route('POST', subsidyBase, {
    summary: 'Work out what is to be paid by some rules; one at a time of those not yet approved',
    policy: manages,
    body: z.object({ ruleId: id('subsidyRule') }),
    out: Subsidy,
    errors: ['not_found', 'forbidden', 'subsidy_under_way'],
  }),
  getSubsidy: route('GET', one, {
    summary: 'One subsidy with its rules, its history and what does not count',
    policy: { screens },
    params,
    out: SubsidyDetail,
    errors: ['not_found'],
  }),
  correctSubsidy: route('PUT', `${one}/correction`, {
    summary:
      'Work it out again from what is stored now, by the rules in force; where it differs, it may be objected to anew',
    policy: manages,
    params,
    body: SubsidyCorrected,
    out: Subsidy,
    errors: refusals,
  }),
  ruleSubsidyFlight: route('PUT', `${one}/flights/{droneId}/{sortieId}`, {
    summary:
      'Decide that a flight does not count, or counts all the same; then it is worked out again',
    policy: manages,
    params: z.object({ subsidyId: SubsidyId, droneId: DroneId, sortieId: id('sortie') }),
    body: SubsidyFlightRuled,
    out: Subsidy,
    errors: refusals,
  }),
  approveSubsidy: route('PUT', `${one}/approval`, {
    summary:
      'Approve it, by somebody who neither proposed nor corrected it, once it can no longer be objected to',
    policy: manages,
    params,
    body: SubsidyApproved,
    out: Subsidy,
    errors: [
      ...refusals,
      'subsidy_own_proposal',
      'subsidy_objection_time',
      'subsidy_objections_open',
      'subsidy_changed_flights',
    ],
  }),
  paySubsidy: route('PUT', `${one}/payment`, {
    summary: 'Note that what was approved has been paid',
    policy: manages,
    params,
    body: SubsidyPaid,
    out: Subsidy,
    errors: [...refusals, 'subsidy_not_approved'],
  }),
  deleteSubsidy: route('DELETE', one, {
    summary: 'Delete a subsidy that is not approved',
    policy: manages,
    params,
    errors: refusals,
  }),
  listSubsidyLines: route('GET', `${subsidyBase}/lines`, {
    summary:
      'Lines of subsidies: those of one’s region, those for which one is paid, and those about one’s plots',
    policy: reads,
    ...pageOf(subsidyLineList),
  }),
  exportSubsidyLines: route('GET', `${subsidyBase}/lines/export`, {
    summary: 'The filtered lines as CSV or XLSX, as a treasury takes them',
    policy: reads,
    ...fileOf(subsidyLineList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getSubsidyLine: route('GET', `${subsidyBase}/lines/{lineId}`, {
    summary: 'One line: its flights, its rate, what was cut and why, and what was said of it',
    policy: reads,
    params: z.object({ lineId: id('subsidyLine') }),
    out: SubsidyLineDetail,
    errors: ['not_found'],
  }),
  listSubsidyLeftOut: route('GET', `${subsidyBase}/left-out`, {
    summary: 'Flights that do not count for a subsidy, with the reason; an operator reads its own',
    policy: { screens },
    ...pageOf(subsidyLeftOutList),
  }),
  getSubsidyTracks: route('GET', `${one}/tracks`, {
    summary: 'Plots of a subsidy, or of one line, and the flights over them for the map',
    policy: reads,
    params,
    query: z.object({ lineId: filter(id('subsidyLine')) }),
    out: z.object({
      plots: z.array(
        z.object({
          blockId: id('plot'),
          blockName: z.string(),
          parts: DrawnParts,
          state: z.enum(subsidyLineStates),
        }),
      ),
      tracks: z
        .array(
          z.object({
            droneId: DroneId,
            sortieId: id('sortie'),
            startTime: Time,
            path: z.array(Position).describe('Thinned'),
          }),
        )
        .describe(
          `Of flights whose tracks are kept, at most ${subsidyTracksAtMost}, the first first`,
        ),
      leftOutNum: z.int().describe('Flights beyond as many'),
      withoutTrackNum: z.int().describe('Flights whose tracks are not kept'),
    }),
    errors: ['not_found'],
  }),
  objectToSubsidy: route('POST', `${one}/objections`, {
    summary:
      'Object to a line, within the time for it: by who is paid by it and by whose plot it is about',
    policy: reads,
    params,
    body: SubsidyObjected,
    out: SubsidyObjection,
    errors: ['not_found', 'subsidy_objection_late'],
  }),
  listSubsidyObjections: route('GET', `${subsidyBase}/objections`, {
    summary: 'Objections of one’s own account, or to the subsidies of one’s region',
    policy: reads,
    ...pageOf(subsidyObjectionList, { openNum: z.int() }),
  }),
  decideSubsidyObjection: route('PUT', `${subsidyBase}/objections/{objectionId}`, {
    summary: 'Uphold an objection, which is then to be corrected, or decline it, with the reason',
    policy: manages,
    params: z.object({ objectionId: id('subsidyObjection') }),
    body: SubsidyObjectionDecided,
    out: SubsidyObjection,
    errors: refusals,
  }),
}
