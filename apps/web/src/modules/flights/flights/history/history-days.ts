import { formatDay } from '../../../../lib/format.ts'
import { startOfDay } from '../../../../lib/time-zone.ts'

/** The first moment of a day (YYYY-MM-DD) of the viewer's zone. */
export const isoOfDay = (day: string): string => new Date(startOfDay(day)).toISOString()
/** The viewer's day, YYYY-MM-DD. */
export const toDay = (time: string | number): string => formatDay(time).replaceAll('/', '-')
