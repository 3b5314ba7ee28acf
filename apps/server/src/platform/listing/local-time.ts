import { dateTimeIn } from '@swath/domain/local-time'

/** YYYY/MM/DD HH:mm:ss (specification, section 9) in an IANA time zone. */
export const formatLocalTime = (time: Date, timeZone: string): string => {
  const { year, month, day, hour, minute, second } = dateTimeIn(time, timeZone)
  return `${year}/${month}/${day} ${hour}:${minute}:${second}`
}

/**
 * The local time as a spreadsheet's serial number: days since 30 December 1899, hours as a
 * fraction. Spreadsheets have no time zones, so local time is written as if it were UTC.
 */
export const localSerial = (time: Date, timeZone: string): number => {
  const [day, clock] = formatLocalTime(time, timeZone).split(' ') as [string, string]
  return (
    Math.round((Date.parse(`${day.replaceAll('/', '-')}T${clock}Z`) / 86_400_000 + 25_569) * 1e8) /
    1e8
  )
}
