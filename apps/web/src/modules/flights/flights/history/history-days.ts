import { formatDay } from '../../../../lib/format.ts'
import { startOfDay } from '../../../../lib/time-zone.ts'

/** The start of a day (YYYY-MM-DD) in the viewer's zone. */
export const isoOfDay = (day: string): string => new Date(startOfDay(day)).toISOString()
/** The day in the viewer's zone, YYYY-MM-DD. */
export const toDay = (time: string | number): string => formatDay(time).replaceAll('/', '-')
