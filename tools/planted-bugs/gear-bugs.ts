// Bugs in a drone's equipment: services, parts, corrections, and control.
import type { PlantedBug } from './plant.ts'

const server = 'apps/server/src'

export const gearBugs: readonly PlantedBug[] = [
  {
    name: 'a renewal begins today and takes away what was left',
    file: `${server}/modules/gear/rtk/rtk.queries.ts`,
    find: 'greatest(rtk.expires_on, ${todayOf(now)}) + ${days}::integer',
    replace: '${todayOf(now)} + ${days}::integer',
    tests: [`${server}/modules/gear/rtk/rtk.test.ts`],
  },
  {
    name: 'whoever comes second steers as well',
    file: `${server}/modules/live/flight-control/control.ts`,
    find: 'if (before.holder && before.holder.userId !== caller.userId)',
    replace: 'if (before.holder && before.holder.userId === undefined)',
    tests: [`${server}/modules/live/flight-control/control.test.ts`],
  },
  {
    name: 'a part that another maker lists fits',
    file: `${server}/gateway/parts/parts.queries.ts`,
    find: 'listed.account_id = drone.manufacturer_id and listed.kind = part.kind and listed.hw_id = part.hw_id',
    replace: 'listed.kind = part.kind and listed.hw_id = part.hw_id',
    tests: [`${server}/modules/gear/accessories/accessories.test.ts`],
  },
  {
    name: 'a receiver that is switched off has corrections',
    file: `${server}/gateway/ntrip/ntrip.queries.ts`,
    find: 'where rtk_device.drone_id = drone.id and rtk_device.allowed',
    replace: 'where rtk_device.drone_id = drone.id',
    tests: [`${server}/gateway/ntrip/ntrip-caster.test.ts`],
  },
]
