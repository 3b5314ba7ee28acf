// Whether this process is ready, and what it measures; for every role.
import { statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Gateway } from './gateway/gateway.ts'
import { countStoredFaults } from './modules/overview/public.ts'
import { StartFailure } from './platform/config/start-failure.ts'
import { readPoolLoad, type Db } from './platform/database/database.ts'
import type { PoolName } from './platform/database/pools.ts'
import { registerHealthRoutes, type HealthOptions } from './platform/http/meta-routes.ts'
import type { Meters } from './platform/http/meters.ts'
import { createHttpServer, refuseUnknown } from './platform/http/server.ts'
import { jobGauges, type JobRunner } from './platform/jobs/job-runner.ts'
import { countJobs } from './platform/jobs/jobs.queries.ts'
import type { Services } from './platform/services.ts'
import type { Certificate } from './platform/tls/certificate.ts'

type Parts = {
  services: Services
  meters: Meters
  gateway: Gateway
  runner: JobRunner | null
  certificate: Certificate | undefined
  pools: ReadonlyMap<PoolName, Db>
  isLeaving: () => boolean
}

export const describeHealth = ({
  services: { config, db },
  meters,
  gateway,
  runner,
  certificate,
  pools,
  isLeaving,
}: Parts): HealthOptions => {
  meters.addFigures(() => gateway.figures())
  meters.addFigures(() => gateway.backlogFigures())
  meters.addFigures(async () => jobGauges(await countJobs(db)))
  meters.addFigures(() => runner?.figures() ?? {})
  meters.addFigures(async () => ({ stored_faults: await countStoredFaults(db) }))
  meters.addFigures(() => poolFigures(pools))
  meters.addFigures(async () => {
    const { bsize, bavail, blocks } = await statfs(config.dataFolder)
    return { data_folder_free_bytes: bavail * bsize, data_folder_size_bytes: blocks * bsize }
  })
  if (certificate)
    meters.addFigures(() => ({ tls_certificate_valid_seconds: certificate.validForS() }))
  return {
    meters,
    metrics: config.edge.metrics,
    isLeaving,
    ready: async () => ({ database: await answers(db), gateway: gateway.ready() }),
  }
}

const answers = (db: Db): Promise<boolean> =>
  db
    .selectNoFrom((eb) => eb.lit(1).as('one'))
    .executeTakeFirst()
    .then(
      () => true,
      () => false,
    )

const poolFigures = (pools: ReadonlyMap<PoolName, Db>) => {
  const loads = [...pools].flatMap(([name, db]) => {
    const load = readPoolLoad(db)
    return load ? [{ name, ...load }] : []
  })
  const byPool = (count: 'open' | 'waiting') => ({
    label: 'pool',
    values: Object.fromEntries(loads.map((load) => [load.name, load[count]])),
  })
  return { database_connections: byPool('open'), database_waiting: byPool('waiting') }
}

/** A listener for process managers and Prometheus alone, which no proxy passes on to. */
export const startHealthServer = async (
  port: number,
  { config, log }: Services,
  health: HealthOptions,
  onStop: (stop: () => Promise<void>) => void,
): Promise<number> => {
  const server = await createHttpServer({ log, trustedProxies: config.edge.trustedProxies })
  registerHealthRoutes(server, health)
  refuseUnknown(server, async () => null)
  onStop(() => server.close())
  await server.listen({ host: config.host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(
      `The address ${config.host}:${port} cannot be opened (${error.code ?? error.message}). HEALTH_PORT and HOST choose another.`,
    )
  })
  return (server.server.address() as AddressInfo).port
}
