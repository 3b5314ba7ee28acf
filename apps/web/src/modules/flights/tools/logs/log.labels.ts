import type { LogEvent, LogFormat, LogNote, ReadReport } from '@swath/flight-logs/flight-log'
import { formatNames } from '../../log-formats.ts'

/** Format names that are the same in every language; null if the name is translated. */
export const fileFormatNames: Readonly<Record<LogFormat, string | null>> = {
  ...formatNames,
  'tlog': 'MAVLink (.tlog)',
  'dataflash': 'ArduPilot DataFlash (.bin)',
  'ulog': 'PX4 ULog (.ulg)',
  'device-json': null,
}

/** Counts of damage and corrections, in the order of severity. */
export const damageCounts = [
  ['bytesSkipped', 'tools:damageBytes'],
  ['badRecords', 'tools:damageRecords'],
  ['overLimit', 'tools:damageLimit'],
  ['withoutPosition', 'tools:damageNoPlace'],
  ['nullIsland', 'tools:damageNullIsland'],
  ['outOfRange', 'tools:damageOutOfRange'],
  ['withoutTime', 'tools:damageNoTime'],
  ['timesMended', 'tools:damageTimes'],
  ['repeatedTimes', 'tools:damageSameTimes'],
  ['repeatedPoints', 'tools:damageRepeated'],
  ['otherVehicles', 'tools:damageOthers'],
] as const satisfies readonly (readonly [keyof ReadReport, string])[]

export const noteTexts: Readonly<Record<LogNote, string>> = {
  no_times: 'tools:noteNoTimes',
  no_points: 'tools:noteNoPoints',
  entities_refused: 'tools:noteEntities',
  too_large: 'tools:noteTooLarge',
  too_deep: 'tools:noteTooDeep',
  no_definitions: 'tools:noteNoDefinitions',
  unsupported_compression: 'tools:noteCompression',
  not_this_format: 'tools:noteNotFormat',
  ground_station_clock: 'tools:noteGroundClock',
  mixed_heights: 'tools:noteMixedHeights',
  heights_from_altitude: 'tools:noteAltitude',
  zones_not_flights: 'tools:noteZones',
  unknown_units: 'flight-logs:noteUnknownUnits',
  practice_left_out: 'tools:noteSimulated',
  format_not_read: 'flight-logs:noteFormatNotRead',
  times_without_date: 'flight-logs:noteTimesWithoutDate',
  positions_scaled: 'flight-logs:notePositionsScaled',
  links_elsewhere: 'flight-logs:noteLinks',
  damaged: 'flight-logs:noteDamaged',
  encrypted: 'flight-logs:noteEncrypted',
  nested_archive: 'flight-logs:noteNested',
  not_a_log: 'flight-logs:noteNotALog',
}

export const eventTexts: Readonly<Record<LogEvent['type'], string>> = {
  arm: 'tools:eventArm',
  disarm: 'tools:eventDisarm',
  takeoff: 'tools:eventTakeoff',
  landing: 'terms:landing',
  mode: 'tools:eventMode',
  text: 'tools:eventText',
  pump_on: 'tools:eventPumpOn',
  pump_off: 'tools:eventPumpOff',
}

export const heightTexts = {
  rangefinder: 'tools:heightRangefinder',
  terrain: 'tools:heightTerrain',
  home: 'tools:heightHome',
  takeoff: 'tools:heightTakeoff',
  told: 'tools:heightTold',
  altitude: 'tools:heightAltitude',
} as const
