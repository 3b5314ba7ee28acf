// The map of a task: outlines of its plots, and how much of each is covered.
import { z } from 'zod'
import { DrawnParts } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { TaskId } from './unified-task-rows.ts'

const route = routeWithTag('Unified tasks')
const base = '/api/tftz'
const policy = {
  screens: ['unified-task-list', 'unified-task-drone-list', 'unified-task-chart'],
} as const
const query = z.object({ tftzId: TaskId })
const errors = ['not_found'] as const

export const TaskMapPlot = z.object({
  blockId: id('plot'),
  blockName: z.string(),
  village: z.string().describe('Empty: unknown'),
  parts: DrawnParts,
})

export const unifiedTaskMapRoutes = {
  getTaskMap: route('GET', `${base}/stat/map`, {
    summary:
      'Get simplified outlines of the plots of a task for a map, largest first, at most 5,000',
    policy,
    query,
    written: true,
    out: z.object({ items: z.array(TaskMapPlot), total: z.int() }),
    errors,
  }),
  getTaskMapProgress: route('GET', `${base}/stat/map/progress`, {
    summary:
      'Get the covered ratio of the plots on the task map; plots without coverage are omitted',
    policy,
    query,
    out: z.object({
      items: z.array(z.object({ blockId: id('plot'), coveredRatio: z.number() })),
      total: z
        .int()
        .describe(
          'Number of plots, as on the map; a different number there means that plots were added or removed',
        ),
      regionBounds: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .nullable()
        .describe(
          'West, south, east, north of the task’s region, degrees, while there are no plots; null: there are plots, or unknown',
        ),
    }),
    errors,
  }),
}
