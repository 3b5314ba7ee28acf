// Bugs in firmware: keys, containers, and roll-outs.
import type { PlantedBug } from './plant.ts'

const feature = 'apps/server/src/modules/gear/firmware'
const offers = 'apps/server/src/gateway/firmware-offers'

export const firmwareBugs: readonly PlantedBug[] = [
  {
    name: 'builds are everyone’s',
    file: `${feature}/firmware.queries.ts`,
    find: "'firmware.model_id').where(inScope(scope, owned))",
    replace: "'firmware.model_id')",
  },
  {
    name: 'the private parts of keys leave again and again',
    file: `${feature}/firmware-keys.ts`,
    find: "if (key.downloaded_at) fail('firmware_key_downloaded')",
    replace: '',
    tests: [`${feature}/firmware.test.ts`],
  },
  {
    name: 'a chunk is bound to no place',
    file: `${feature}/container.ts`,
    find: 'bound.writeUInt32BE(index, headerBytes)',
    replace: '',
    tests: [`${feature}/container.test.ts`],
  },
  {
    name: 'firmware is offered in the air',
    file: `${offers}/offer-dispatcher.ts`,
    find: "return drone !== undefined && live.flight(drone) === 'ground'",
    replace: 'return drone !== undefined',
    tests: [`${offers}/firmware-offers.test.ts`],
  },
  {
    name: 'a roll-out goes on whatever fails',
    file: 'packages/domain/src/firmware-rollout.ts',
    find: 'failed >= errorLeast && failed * 100',
    replace: 'failed >= errorLeast && failed',
    tests: ['packages/domain/src/firmware-rollout.test.ts'],
  },
  {
    name: 'whoever has a bad build keeps it',
    file: `${offers}/offers.queries.ts`,
    find: "and state in ('installed', 'failed')",
    replace: "and state in ('failed')",
    tests: [`${offers}/firmware-offers.test.ts`],
  },
]
