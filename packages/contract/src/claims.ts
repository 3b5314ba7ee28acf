// Suspected false claims: what a supervisor should look at. Not alarms: nobody is told of them.
import { z } from 'zod'
import { CLAIM_CAUSES } from '@swath/domain/claim-rules'
import {
  DroneId,
  Page,
  RegionCode,
  RegionPath,
  SearchText,
  TableFormat,
  Time,
  filter,
  paged,
} from './fields.ts'
import { id, notARow } from './ids.ts'
import { route } from './kit.ts'
import { declareList } from './list.ts'

const tag = 'Alarms'
const screens = ['monitor', 'bulletin-list'] as const

export const ClaimCause = z
  .enum(CLAIM_CAUSES)
  .describe(
    'impossible_speed, impossible_area, impossible_width, pump_off, clock_backwards; same_ground and same_track: with another flight',
  )

export const ClaimSuspicion = z
  .object({
    suspicionId: notARow('it is named in answers alone', z.uuid()),
    cause: ClaimCause,
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
    other: z
      .object({
        droneId: DroneId,
        droneName: z.string(),
        sortieId: id('sortie'),
        startTime: Time,
        yyAccountName: z.string().nullable(),
      })
      .nullable()
      .describe('The earlier flight with which it does not agree'),
  })
  .meta({ id: 'ClaimSuspicion' })
export type ClaimSuspicion = z.infer<typeof ClaimSuspicion>

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
    cause: filter(ClaimCause),
    drone: SearchText.describe('A part of its name or serial number'),
    yyAccountName: SearchText,
    region: filter(RegionCode),
    startTime: filter(Time),
    endTime: filter(Time),
  },
  columns: {
    cause: {
      label: 'claims:cause',
      kind: 'code',
      phone: 'title',
      words: {
        impossible_speed: 'claims:impossibleSpeed',
        impossible_area: 'claims:impossibleArea',
        impossible_width: 'claims:impossibleWidth',
        pump_off: 'claims:pumpOff',
        clock_backwards: 'claims:clockBackwards',
        same_ground: 'claims:sameGround',
        same_track: 'claims:sameTrack',
      },
    },
    recordTime: { label: 'claims:at', kind: 'time', sort: true, phone: 'figure' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    yyAccountName: { label: 'terms:operator' },
    other: { label: 'claims:otherFlight', kind: 'own' },
    region: { label: 'terms:region', kind: 'region' },
    zzAccountName: { label: 'terms:manufacturer' },
  },
})

export const claimRoutes = {
  listClaimSuspicions: route({
    method: 'GET',
    path: '/api/bulletin/claim-suspicions',
    tag,
    policy: { screens },
    summary:
      'Suspected false claims, newest first: those of everywhere for the platform, of their region for governments, none for others',
    query: Page.extend(claimList.asked),
    out: paged(ClaimSuspicion),
  }),
  exportClaimSuspicions: route({
    method: 'GET',
    path: '/api/bulletin/claim-suspicions/export',
    tag,
    policy: { screens },
    summary: 'The filtered suspicions as CSV or XLSX, streamed',
    raw: 'text/csv',
    query: z.object({ ...claimList.asked, format: TableFormat }),
  }),
}
