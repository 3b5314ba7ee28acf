// Suspected false claims: cases for a supervisor to review, and their decisions. They are not
// alarms: nobody is notified.
import { z } from 'zod'
import { CLAIM_CAUSES } from '@swath/domain/claim-rules'
import {
  AreaUnit,
  DroneId,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Alarms')
const screens = ['monitor', 'bulletin-list'] as const
const right = 'alarm.handle'
const base = '/api/bulletin/claim-suspicions'

export const ClaimCause = z
  .enum(CLAIM_CAUSES)
  .describe(
    'impossible_speed, impossible_area, impossible_width, pump_off, clock_backwards: within the flight; same_ground, same_track: conflict with another flight',
  )

/** The supervisor's possible decisions. */
export const claimDecisions = ['false_claim', 'in_order'] as const
export type ClaimDecision = (typeof claimDecisions)[number]
export const claimStates = ['open', 'looking', ...claimDecisions, 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]
export const ClaimState = z
  .enum(claimStates)
  .describe(
    'looking: a supervisor is reviewing it; withdrawn: a supervisor had reviewed it, and points received later disproved it',
  )

export const ClaimSuspicion = z
  .object({
    suspicionId: id('claimSuspicion'),
    cause: ClaimCause,
    state: ClaimState,
    handlerName: z
      .string()
      .nullable()
      .describe(
        'Person who reviews or decided it, or the account if the person belongs to another account',
      ),
    decidedAt: Time.nullable(),
    droneId: DroneId,
    droneName: z.string(),
    sortieId: id('sortie'),
    recordTime: Time,
    lng: z.number(),
    lat: z.number(),
    region: RegionPath,
    zzAccountName: z.string(),
    yyAccountName: z.string().nullable(),
    evidence: z.record(z.string(), z.unknown()),
    questionedArea: z
      .number()
      .nullable()
      .describe(
        'Area in question in mu: shared with the other flight, claimed, or covered; null if the evidence has none',
      ),
    other: z
      .object({
        droneId: DroneId,
        droneName: z.string(),
        sortieId: id('sortie'),
        startTime: Time,
        yyAccountName: z.string().nullable(),
      })
      .nullable()
      .describe('Earlier flight that it conflicts with'),
    version: RowVersion,
    can: z.object({
      look: z.boolean(),
      comment: z.boolean(),
      decide: z.boolean(),
      reopen: z.boolean(),
    }),
  })
  .meta({ id: 'ClaimSuspicion' })
export type ClaimSuspicion = z.infer<typeof ClaimSuspicion>

/** A suspicion as shown with a flight. Permissions (`can`) come with the suspicion itself. */
export const FlightSuspicion = ClaimSuspicion.omit({ handlerName: true, version: true, can: true })
export type FlightSuspicion = z.infer<typeof FlightSuspicion>

const ClaimStep = z.object({
  kind: z.enum(['look', 'comment', 'decide', 'reopen']),
  at: Time,
  userName: z.string().nullable().describe('Null if the person belongs to another account'),
  accountName: z.string(),
  decision: z.enum(claimDecisions).nullable(),
  text: z.string(),
})
export type ClaimStep = z.infer<typeof ClaimStep>

export const ClaimDetail = ClaimSuspicion.extend({
  steps: z.array(ClaimStep).describe('In chronological order'),
}).meta({ id: 'ClaimDetail' })
export type ClaimDetail = z.infer<typeof ClaimDetail>

export const claimList = declareList({
  name: 'claim-suspicions',
  call: 'listClaimSuspicions',
  fileCall: 'exportClaimSuspicions',
  row: ClaimSuspicion,
  rowKey: 'suspicionId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-recordTime',
  filters: {
    search: searchIn('drone', 'yyAccountName'),
    state: filter(z.enum([...claimStates, 'undecided', 'all'])).describe(
      'undecided: open or looking; all: no filter',
    ),
    cause: filter(ClaimCause),
    drone: SearchText.describe('Part of the name or serial number'),
    yyAccountName: SearchText,
    region: filter(RegionCode),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    cause: {
      label: 'claims:cause',
      kind: 'code',
      phone: 'title',
      labels: {
        impossible_speed: 'claims:impossibleSpeed',
        impossible_area: 'claims:impossibleArea',
        impossible_width: 'claims:impossibleWidth',
        pump_off: 'claims:pumpOff',
        clock_backwards: 'claims:clockBackwards',
        same_ground: 'claims:sameGround',
        same_track: 'claims:sameTrack',
      },
    },
    evidence: { label: 'claims:deviation', kind: 'own', only: 'screen' },
    questionedArea: { label: 'claims:questionedArea', kind: 'area', sort: true, phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      phone: 'state',
      labels: {
        open: 'claims:stateOpen',
        looking: 'claims:stateLooking',
        false_claim: 'claims:falseClaim',
        in_order: 'claims:inOrder',
        withdrawn: 'claims:stateWithdrawn',
      },
    },
    recordTime: { label: 'claims:at', kind: 'time', sort: true, phone: 'figure' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    yyAccountName: { label: 'terms:operator' },
    other: { label: 'claims:otherFlight', kind: 'own' },
    region: { label: 'terms:region', kind: 'region' },
    zzAccountName: { label: 'terms:manufacturer' },
    handlerName: { label: 'claims:handler' },
    decidedAt: { label: 'claims:decidedAt', kind: 'time' },
  },
})

const Words = z.string().trim().max(2000)
const params = z.object({ suspicionId: id('claimSuspicion') })
const step = {
  params,
  policy: { screens, right },
  out: ClaimDetail,
  errors: ['not_found', 'conflict'],
} as const
export const ClaimDecided = z.object({
  decision: z.enum(claimDecisions),
  text: Words.min(1),
  version: SeenVersion,
})
export const ClaimReopened = z.object({ text: Words.min(1), version: SeenVersion })

export const claimRoutes = {
  listClaimSuspicions: route('GET', base, {
    policy: { screens },
    summary:
      'List suspected false claims, newest first; the platform sees all, governments those of their region, others none',
    ...pageOf(claimList, {
      stats: countEach(claimStates).describe(
        'Counts by state, with all filters except state applied',
      ),
    }),
  }),
  exportClaimSuspicions: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered suspicions as CSV or XLSX, streamed',
    ...fileOf(claimList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getClaimSuspicion: route('GET', `${base}/{suspicionId}`, {
    policy: { screens },
    summary: 'Get one suspicion with its evidence and the steps taken',
    params,
    out: ClaimDetail,
    errors: ['not_found'],
  }),
  lookAtClaim: route('PUT', `${base}/{suspicionId}/look`, {
    ...step,
    summary: 'Mark a suspicion as under review by the caller',
    body: z.object({ version: SeenVersion }),
  }),
  commentClaim: route('POST', `${base}/{suspicionId}/comments`, {
    ...step,
    summary: 'Add a comment to a suspicion, visible to all supervisors of the flight',
    body: z.object({ text: Words.min(1) }),
  }),
  decideClaim: route('PUT', `${base}/{suspicionId}/decision`, {
    ...step,
    summary: 'Decide whether a claim is false or in order; the text is the required reason',
    body: ClaimDecided,
  }),
  reopenClaim: route('PUT', `${base}/{suspicionId}/reopen`, {
    ...step,
    summary: 'Reopen a decided suspicion; the text is the required reason',
    body: ClaimReopened,
  }),
}
