// A flying drone and the monitor that watches it.
import { setTimeout as sleep } from 'node:timers/promises'
import { openAs, type Visitor } from './browser.ts'
import type { Device, ExtraFields } from './device.ts'
import { sharedProgram } from './running-program.ts'

const home = [114.6, 35.5] as const
const stepDeg = 5 / 90_700 // a second at 5 m/s

/** Flies east, a point a second, until `over` is called; the further fields are added to each point. */
export const fly = (
  device: Device,
  from = 0,
  fields: ExtraFields = {},
): { over: () => Promise<void> } => {
  let step = from
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await device.at([home[0] + step++ * stepDeg, home[1]], { speed: 5, pump: true, fields })
      await sleep(1_000)
    }
  })()
  return {
    over: async () => {
      isOver = true
      await done
    },
  }
}

/** The operator's monitor, with its map and at least one drone in its list. */
export const openMonitor = async (visitor: Visitor, program = sharedProgram): Promise<void> => {
  await openAs(visitor, '13800000004', '/monitor_manage/monitor', program)
  await visitor.page.locator('canvas').first().waitFor()
  await visitor.page.locator('[role=listbox] [role=option]').first().waitFor()
}
