// The progress of a task, in one response.
import { z } from 'zod'
import { leftOutReasons } from '@swath/domain/unified-task'
import { Mu, Time } from '../fields.ts'
import { TaskDay } from './unified-task-rows.ts'

export const TaskOverview = z
  .object({
    goalArea: Mu.nullable(),
    coveredArea: Mu.describe(
      'Of plots each piece of ground once, and what was covered beside them',
    ),
    outsideArea: Mu.describe('Of it, beside every plot'),
    repeatedArea: Mu.describe('Of plots, passed more than once, also by the same flight'),
    flownArea: Mu.describe(
      'Areas of the flights that the caller reads, added up: as by day, by operator and by drone',
    ),
    againArea: Mu.nullable().describe(
      'flownArea less coveredArea: sprayed again by another flight, or on ground that does not count; null where the caller reads the own flights alone',
    ),
    missedArea: Mu.nullable().describe('Of the goal; null without one'),
    progress: z.number().nullable(),
    plotNum: z.int(),
    workedPlotNum: z.int(),
    droneNum: z.int().describe('That flew for it'),
    sortieCount: z.int(),
    sweptArea: Mu,
    flightTime: z.number().describe('seconds'),
    sprayQuantity: z.number().describe('litres'),
    paceArea: Mu.nullable().describe('A day, covered once, of the last days with work'),
    forecastDate: TaskDay.nullable(),
    lastWorkTime: Time.nullable(),
    measuredAt: Time.nullable().describe('When the ground was worked out last'),
    isMeasuring: z.boolean().describe('Flights have come since'),
    leftOut: z
      .array(z.object({ why: z.enum(leftOutReasons), sortieCount: z.int() }))
      .describe('Flights that do not count, by reason'),
  })
  .meta({ id: 'TaskOverview' })
export type TaskOverview = z.infer<typeof TaskOverview>
