import {
  flightLogList,
  type FlightLogDetail,
  type FlightLogRow,
} from '@swath/contract/flights/flight-logs'

export const listPath = '/business_manage/drone-list/flight-logs'
export const logPath = (logId: string): string => `${listPath}/${logId}`

export const statusLabels = flightLogList.columns.status.labels
export const problemLabels: Readonly<Record<NonNullable<FlightLogRow['problem']>, string>> = {
  not_a_log: 'flight-logs:problemNotALog',
  no_points: 'flight-logs:problemNoPoints',
  format_not_read: 'flight-logs:problemFormatNotRead',
  too_slow: 'flight-logs:problemTooSlow',
  too_large: 'flight-logs:problemTooLarge',
  lost: 'flight-logs:problemLost',
}
export const proposedLabels: Readonly<
  Record<NonNullable<FlightLogRow['proposedBy']>, string | null>
> = {
  serial: 'flight-logs:proposedSerial',
  file_name: 'flight-logs:proposedFileName',
  person: null,
}

type Count = { readonly word: string; readonly count: number }

const reportLabels = {
  bytesSkipped: 'flight-logs:reportBytesSkipped',
  badRecords: 'flight-logs:reportBadRecords',
  overLimit: 'flight-logs:reportOverLimit',
  otherVehicles: 'flight-logs:reportOtherVehicles',
  withoutPosition: 'flight-logs:reportWithoutPosition',
  nullIsland: 'flight-logs:reportNullIsland',
  outOfRange: 'flight-logs:reportOutOfRange',
  withoutTime: 'flight-logs:reportWithoutTime',
  timesMended: 'flight-logs:reportTimesMended',
  repeatedTimes: 'flight-logs:reportRepeatedTimes',
  repeatedPoints: 'flight-logs:reportRepeatedPoints',
  dropouts: 'flight-logs:reportDropouts',
} as const
const rejectedLabels: Readonly<Record<string, string>> = {
  clock_future: 'flight-logs:rejectedClockFuture',
  clock_unset: 'flight-logs:reportWithoutTime',
  null_island: 'flight-logs:reportNullIsland',
  out_of_range: 'flight-logs:reportOutOfRange',
  swapped_coordinates: 'flight-logs:rejectedSwapped',
  not_a_number: 'flight-logs:reportWithoutPosition',
  too_old: 'flight-logs:reportWithoutTime',
  impossible_jump: 'flight-logs:rejectedJump',
  identity_conflict: 'flight-logs:rejectedIdentity',
}

/** Problems of the file, by reason, without those that did not occur. */
export const findings = ({
  report,
  rejected,
}: Pick<FlightLogDetail, 'report' | 'rejected'>): Count[] =>
  [
    ...(report
      ? (Object.keys(reportLabels) as (keyof typeof reportLabels)[]).map((key) => ({
          word: reportLabels[key],
          count: report[key],
        }))
      : []),
    ...Object.entries(rejected).map(([reason, count]) => ({
      word: rejectedLabels[reason] ?? 'flight-logs:rejectedOther',
      count,
    })),
  ].filter(({ count }) => count > 0)

export const noteLabels: Readonly<Record<string, string>> = {
  no_times: 'flight-logs:noteNoTimes',
  no_points: 'flight-logs:noteNoPoints',
  entities_refused: 'flight-logs:noteEntities',
  too_large: 'flight-logs:noteTooLarge',
  too_deep: 'flight-logs:noteTooDeep',
  no_definitions: 'flight-logs:noteNoDefinitions',
  unsupported_compression: 'flight-logs:noteCompression',
  not_this_format: 'flight-logs:noteNotThisFormat',
  ground_station_clock: 'flight-logs:noteGroundClock',
  mixed_heights: 'flight-logs:noteMixedHeights',
  heights_from_altitude: 'flight-logs:noteAltitude',
  zones_not_flights: 'flight-logs:noteZones',
  unknown_units: 'flight-logs:noteUnknownUnits',
  practice_left_out: 'flight-logs:noteSimulated',
  format_not_read: 'flight-logs:noteFormatNotRead',
  times_without_date: 'flight-logs:noteTimesWithoutDate',
  positions_scaled: 'flight-logs:notePositionsScaled',
  links_elsewhere: 'flight-logs:noteLinks',
  damaged: 'flight-logs:noteDamaged',
  encrypted: 'flight-logs:noteEncrypted',
  nested_archive: 'flight-logs:noteNested',
  not_a_log: 'flight-logs:noteNotALog',
}
