// The progress of a task, in one response.
import { z } from 'zod'
import { leftOutReasons } from '@swath/domain/unified-task'
import { Mu, Time } from '../fields.ts'
import { TaskDay } from './unified-task-rows.ts'

export const TaskOverview = z
  .object({
    goalArea: Mu.nullable(),
    coveredArea: Mu.describe(
      'Covered area of plots, each piece of ground counted once, plus the area covered outside plots',
    ),
    outsideArea: Mu.describe('Part of coveredArea outside every plot'),
    repeatedArea: Mu.describe('Area of plots covered more than once, also by the same flight'),
    flownArea: Mu.describe(
      'Sum of the areas of the flights visible to the caller; equals the sums by day, operator and drone',
    ),
    againArea: Mu.nullable().describe(
      'flownArea minus coveredArea: sprayed again by another flight, or on ground that does not count; null if the caller sees only the account’s flights',
    ),
    missedArea: Mu.nullable().describe('Part of the goal not yet covered; null without a goal'),
    progress: z.number().nullable(),
    plotNum: z.int(),
    workedPlotNum: z.int(),
    droneNum: z.int().describe('Number of drones that flew for the task'),
    sortieCount: z.int(),
    sweptArea: Mu,
    flightTime: z.number().describe('seconds'),
    sprayQuantity: z.number().describe('litres'),
    paceArea: Mu.nullable().describe(
      'Area per day, each piece of ground counted once, over the last days with work',
    ),
    forecastDate: TaskDay.nullable(),
    lastWorkTime: Time.nullable(),
    measuredAt: Time.nullable().describe('Time of the last computation of the coverage'),
    isMeasuring: z.boolean().describe('Whether new flights await the next computation'),
    leftOut: z
      .array(z.object({ why: z.enum(leftOutReasons), sortieCount: z.int() }))
      .describe('Number of flights that do not count, by reason'),
  })
  .meta({ id: 'TaskOverview' })
export type TaskOverview = z.infer<typeof TaskOverview>
