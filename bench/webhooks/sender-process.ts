// The sender of webhooks alone, as the role jobs runs it, so that it can be killed.
import { pino } from 'pino'
import { screens } from '@swath/domain/access/screens'
import { sealerUnder } from '@swath/server/platform/config/master-key'
import type { Config } from '@swath/server/platform/config/config'
import { systemClock } from '@swath/server/platform/clock/clock'
import { openDatabase } from '@swath/server/platform/database/database'
import { startWebhooks } from '@swath/server/modules/programs/public'

const [url, key, origin] = process.argv.slice(2) as [string, string, string]
const sealer = sealerUnder(Buffer.from(key, 'hex'))
startWebhooks({
  db: openDatabase(url, { maxConnections: 8 }),
  clock: systemClock,
  log: pino({ level: 'error' }, pino.destination(2)),
  config: { webhookOrigins: [origin] } as unknown as Config,
  screensOf: () => screens,
  sealer: async () => sealer,
})
process.stdout.write('{"ready":true}\n')
