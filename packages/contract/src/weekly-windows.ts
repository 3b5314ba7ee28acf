// Windows of the week in local time, as in packages/domain/src/weekly-windows.ts.
import { z } from 'zod'

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'notATime')
export const WeeklyWindow = z
  .object({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .describe('1 Monday … 7 Sunday: days on which the window begins'),
    from: ClockTime.describe('HH:mm'),
    until: ClockTime.describe('HH:mm; at or before `from`: on the next day'),
  })
  .meta({ id: 'WeeklyWindow' })
