import type { LogFormat } from '@swath/flight-logs/flight-log'

/** Names of the formats, the same in every language. */
export const formatNames: Readonly<Record<LogFormat, string>> = {
  'tlog': 'MAVLink tlog',
  'dataflash': 'ArduPilot DataFlash',
  'ulog': 'PX4 ULog',
  'csv': 'CSV',
  'gpx': 'GPX',
  'kml': 'KML',
  'kmz': 'KMZ',
  'zip': 'ZIP',
  'device-json': 'Swath JSON',
  'track-json': 'JSON',
  'geojson': 'GeoJSON',
  'ed-269': 'ED-269',
  'dataflash-text': 'ArduPilot DataFlash (text)',
  'nmea': 'NMEA 0183',
  'igc': 'IGC',
  'srt': 'SRT',
  'tcx': 'Garmin TCX',
  'fit': 'Garmin FIT',
  'dji-dat': 'DJI DAT',
  'excel': 'Excel',
  'gzip': 'gzip',
  'rar': 'RAR',
  '7z': '7-Zip',
}
