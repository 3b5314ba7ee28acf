// Subsidies that an authority pays for spraying: proposed from work records, objected to,
// corrected, approved by a second person, paid.
import { z } from 'zod'
import { subsidyLeftOutReasons } from '@swath/domain/subsidy-rules'
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
import { countEach, fileOf, pageOf } from '../list-calls.ts'
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
  objectionStates,
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
/** Farmers have no subsidy screen: they read the lines of their plots from the plot list. */
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
  ruling: z.enum(subsidyRulings).nullable().describe('null: as the rules decide'),
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
  userName: z.string().nullable().describe('Null if the person belongs to another account'),
  accountName: z.string(),
  text: z.string(),
})
export type SubsidyStep = z.infer<typeof SubsidyStep>

export const SubsidyDetail = Subsidy.extend({
  rules: SubsidyRuleVersion,
  steps: z.array(SubsidyStep).describe('In chronological order'),
  leftOut: z
    .array(z.object({ why: SubsidyLeftOut.shape.why, sortieCount: z.int() }))
    .describe('Number of flights that do not count, by reason'),
  isIntact: z.boolean().describe('Whether the lines and flights still match the hash'),
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
  approvedMinor: AmountMinor.describe('Approved and not yet paid'),
  paidMinor: AmountMinor,
  coveredArea: Mu.describe('Area that is paid for or is to be paid for'),
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

/** Maximum number of tracks shown on a map. */
export const subsidyTracksAtMost = 60

export const subsidyRoutes = {
  listSubsidies: route('GET', subsidyBase, {
    summary:
      'List the subsidies of the account’s region and those with a line of the account, with their sums',
    policy: { screens },
    ...pageOf(subsidyList),
  }),
  exportSubsidies: route('GET', `${subsidyBase}/export`, {
    summary: 'Export the filtered subsidies as CSV or XLSX',
    policy: { screens },
    ...fileOf(subsidyList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getSubsidySummary: route('GET', `${subsidyBase}/summary`, {
    summary:
      'Get the proposed, stopped, approved and paid sums by currency, over the lines visible to the caller',
    policy: { screens },
    query: z.object(overview),
    out: z.object({ items: z.array(SubsidySums) }),
  }),
  getSubsidyRegions: route('GET', `${subsidyBase}/stat/region`, {
    summary: 'Get the sums by region and currency, largest first',
    policy: { screens },
    query: z.object(overview),
    out: z.object({ items: z.array(SubsidyRegion) }),
  }),
  proposeSubsidy: route('POST', subsidyBase, {
    summary: 'Compute a subsidy by a set of rules; only one unapproved subsidy per set at a time',
    policy: manages,
    body: z.object({ ruleId: id('subsidyRule') }),
    out: Subsidy,
    errors: ['not_found', 'forbidden', 'subsidy_under_way'],
  }),
  getSubsidy: route('GET', one, {
    summary: 'Get one subsidy with its rules, history and numbers of flights that do not count',
    policy: { screens },
    params,
    out: SubsidyDetail,
    errors: ['not_found'],
  }),
  correctSubsidy: route('PUT', `${one}/correction`, {
    summary:
      'Recompute a subsidy from current data by the rules in force; a changed result may be objected to again',
    policy: manages,
    params,
    body: SubsidyCorrected,
    out: Subsidy,
    errors: refusals,
  }),
  ruleSubsidyFlight: route('PUT', `${one}/flights/{droneId}/{sortieId}`, {
    summary: 'Exclude a flight, or admit one despite the rules; the subsidy is then recomputed',
    policy: manages,
    params: z.object({ subsidyId: SubsidyId, droneId: DroneId, sortieId: id('sortie') }),
    body: SubsidyFlightRuled,
    out: Subsidy,
    errors: refusals,
  }),
  approveSubsidy: route('PUT', `${one}/approval`, {
    summary:
      'Approve a subsidy after its objection period; not by a person who proposed or corrected it',
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
    summary: 'Record that an approved subsidy has been paid',
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
      'List subsidy lines of the account’s region, lines paid to the account and lines about its plots',
    policy: reads,
    ...pageOf(subsidyLineList, {
      stats: countEach(subsidyLineStates).describe(
        'Count by state; all filters except the state apply',
      ),
    }),
  }),
  exportSubsidyLines: route('GET', `${subsidyBase}/lines/export`, {
    summary: 'Export the filtered lines as CSV or XLSX, for a treasury',
    policy: reads,
    ...fileOf(subsidyLineList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getSubsidyLine: route('GET', `${subsidyBase}/lines/{lineId}`, {
    summary: 'Get one line with its flights, rate, reductions and objections',
    policy: reads,
    params: z.object({ lineId: id('subsidyLine') }),
    out: SubsidyLineDetail,
    errors: ['not_found'],
  }),
  listSubsidyLeftOut: route('GET', `${subsidyBase}/left-out`, {
    summary:
      'List flights that do not count for a subsidy, with the reason; an operator sees only its flights',
    policy: { screens },
    ...pageOf(subsidyLeftOutList, {
      stats: z.object({
        coveredArea: Mu,
        reasons: countEach(subsidyLeftOutReasons).describe('Flights by why, which does not apply'),
      }),
    }),
  }),
  exportSubsidyLeftOut: route('GET', `${subsidyBase}/left-out/export`, {
    summary: 'Export the filtered flights that do not count for a subsidy as CSV or XLSX',
    policy: { screens },
    ...fileOf(subsidyLeftOutList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getSubsidyTracks: route('GET', `${one}/tracks`, {
    summary:
      'Get the plots of a subsidy, or of one line, and the tracks of the flights over them for a map',
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
            path: z.array(Position).describe('Simplified track'),
          }),
        )
        .describe(
          `Tracks of flights that are stored, earliest first, at most ${subsidyTracksAtMost}`,
        ),
      leftOutNum: z.int().describe('Number of flights beyond this limit'),
      withoutTrackNum: z.int().describe('Number of flights without a stored track'),
    }),
    errors: ['not_found'],
  }),
  objectToSubsidy: route('POST', `${one}/objections`, {
    summary:
      'Object to a line within the objection period; for the paid operator and the owner of the plot',
    policy: reads,
    params,
    body: SubsidyObjected,
    out: SubsidyObjection,
    errors: ['not_found', 'subsidy_objection_late'],
  }),
  listSubsidyObjections: route('GET', `${subsidyBase}/objections`, {
    summary: 'List objections of the account and objections to subsidies of its region',
    policy: reads,
    ...pageOf(subsidyObjectionList, {
      stats: countEach(objectionStates).describe(
        'Count by state; all filters except the state apply',
      ),
    }),
  }),
  decideSubsidyObjection: route('PUT', `${subsidyBase}/objections/{objectionId}`, {
    summary:
      'Uphold an objection, which then requires a correction, or decline it; a reason is required',
    policy: manages,
    params: z.object({ objectionId: id('subsidyObjection') }),
    body: SubsidyObjectionDecided,
    out: SubsidyObjection,
    errors: refusals,
  }),
}
