// Starts the parts in the order of their dependencies, and stops them in reverse.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { mayCall, listScreens } from '@swath/domain/access/policy'
import { applyMigrations } from './apply-migrations.ts'
import { loadDemonstration, makeDemonstration, startFleet } from './demonstration.ts'
import { startAlarmMessages } from './modules/alarms/anomalies/alarm-messages.ts'
import { anomalyFor, ensurePushKeys, listAddressed } from './modules/alarms/public.ts'
import { hasLapsedCorrections } from './modules/money/public.ts'
import { loadRegionTable } from './modules/people/regions/regions.seed.ts'
import { startGateway, type Gateway } from './gateway/gateway.ts'
import { attachArchives } from './gateway/tracks/public.ts'
import { attachLiveSocket } from './gateway/live/public.ts'
import { describeHealth, startHealthServer } from './health.ts'
import { closeWorkers, lowerPriority } from './platform/workers/workers.ts'
import { createSessions } from './platform/auth/sessions.ts'
import { createThemes } from './platform/auth/themes.ts'
import { systemClock } from './platform/clock/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createSealer } from './platform/config/master-key.ts'
import { StartFailure } from './platform/config/start-failure.ts'
import { pickReplica, type Db } from './platform/database/database.ts'
import { startEmbeddedPostgres } from './platform/database/embedded.ts'
import { openPool, type PoolName } from './platform/database/pools.ts'
import { requireDatabase, requireSyncedWrites } from './platform/database/reachable.ts'
import { createEventBus } from './platform/events/events.ts'
import { installJobQueue } from './platform/jobs/install-job-queue.ts'
import { startJobRunner, type JobRunner } from './platform/jobs/job-runner.ts'
import { missingChannels } from './platform/messages/messages.ts'
import { createAddressList } from './platform/config/address-list.ts'
import type { HealthOptions } from './platform/http/meta-routes.ts'
import { createMeters, type Meters } from './platform/http/meters.ts'
import { createRedirectServer } from './platform/http/redirect.ts'
import { requireSyncedStreams } from './platform/nats/synced-streams.ts'
import type { Services } from './platform/services.ts'
import { followCertificate, type Certificate } from './platform/tls/certificate.ts'
import { buildWebIfStale, webDist } from './platform/web/web-build.ts'

export const allRoles = ['api', 'gateway', 'jobs'] as const
export type Role = (typeof allRoles)[number]
export type Program = { httpPort: number; mqttPort: number; stop: () => Promise<void> }

type Options = {
  config: Config
  log: Logger
  roles: readonly Role[]
  progress: (line: string) => void
  developing: boolean
  /**
   * Whether PostgreSQL runs on this machine, like the embedded one; by default if no address is
   * given.
   */
  isOwnServer?: boolean
}

/** Cleanup steps, run in reverse, even after a failure. */
type Undo = (() => Promise<void>)[]

/** @throws StartFailure with a message for the person who started the program */
export const runProgram = async ({
  config,
  log,
  roles,
  progress,
  developing,
  isOwnServer = config.databaseUrl === undefined,
}: Options): Promise<Program> => {
  const undo: Undo = []
  const close = async (): Promise<void> => {
    for (const step of undo.reverse().splice(0)) await step()
  }
  let leaving = false
  if (config.devicesFirst) undo.push(lowerPriority())
  undo.push(closeWorkers)
  try {
    await traceCalls(config, undo)
    const consoleBuilt =
      roles.includes('api') && !developing ? buildConsole(progress) : Promise.resolve()
    consoleBuilt.catch(() => undefined) // awaited below; until then other parts may fail first

    const demonstrated = config.demo ? loadDemonstration(config) : null
    demonstrated?.catch(() => undefined) // awaited below, as the console
    const database = config.databaseUrl ?? startDatabase(config, progress, undo)
    loadEarly(roles)
    const url = await database
    const connect = connectTo({ config, url, isOwnServer }, undo)
    const services = await openServices({ config, log, url, progress, connect })
    warnOfMissingChannels(config, log)
    const demonstration = demonstrated
      ? await makeDemonstration(services, demonstrated, progress)
      : null

    const { edge } = config
    const certificate = edge.tls && followCertificate(edge.tls, log)
    if (certificate) undo.push(async () => certificate.stop())
    const meters = createMeters()
    undo.push(async () => meters.stop())
    const gateway = await openGateway({ services, roles, connect, certificate, meters }, undo)
    if (roles.includes('gateway')) progress(describeDoors(config.host, gateway, certificate))
    const runner = roles.includes('jobs') ? await startJobs(services, connect, undo) : null

    const parts = { services, meters, gateway, runner, certificate, pools: connect.pools }
    const health = describeHealth({ ...parts, isLeaving: () => leaving })

    let httpPort = 0
    if (roles.includes('api')) {
      await consoleBuilt
      httpPort = await startHttp({
        services,
        gateway,
        health,
        certificate,
        undo,
        webFolder: developing ? null : webDist,
      })
      progress(`Swath is at http${certificate ? 's' : ''}://${config.host}:${httpPort}`)
    }
    if (demonstration && roles.includes('gateway')) {
      const ports = { mqttPort: gateway.mqttPort, httpPort }
      undo.push(await startFleet(services, demonstration, ports))
      progress(fleetIsFlying)
    }
    // Last, and closed first: until the end it says that this process is leaving.
    if (config.healthPort !== undefined) {
      const stopLater = (step: () => Promise<void>) => void undo.push(step)
      const port = await startHealthServer(config.healthPort, services, health, stopLater)
      progress(`Health and metrics are at http://${config.host}:${port}`)
    }
    const stop = async (): Promise<void> => {
      leaving = true
      await sleep(config.drainS * 1000) // until proxies send nobody here any more
      await close()
    }
    return { httpPort, mqttPort: gateway.mqttPort, stop }
  } catch (error) {
    await close()
    throw error
  }
}

const fleetIsFlying =
  'The demonstration fleet is flying; sign in with a number and the password that the sign-in page shows'

const traceCalls = async ({ tracing }: Config, undo: Undo): Promise<void> => {
  if (!tracing) return
  const { startTracing } = await import('./platform/tracing/start-tracing.ts')
  undo.push(startTracing(tracing))
}

type GatewayParts = {
  services: Services
  roles: readonly Role[]
  connect: Connect
  certificate: Certificate | undefined
  meters: Meters
}

const openGateway = async (
  { services, roles, connect, certificate, meters }: GatewayParts,
  undo: Undo,
): Promise<Gateway> => {
  const { config } = services
  const db = await connectGateway(config, roles, connect)
  const gateway = await startGateway({
    ...services,
    db,
    ingestDb: connect('ingest'),
    edge: {
      tls: certificate && { port: config.edge.mqttTlsPort!, context: certificate.context },
      proxies: config.edge.mqttProxyProtocol
        ? createAddressList(config.edge.trustedProxies)
        : undefined,
    },
    sealer: createSealer(config),
    derivationsModule: new URL('./derivations.ts', import.meta.url),
    hasLapsedCorrections: hasLapsedCorrections(db),
    door: roles.includes('gateway'),
    work: roles.includes('gateway') || roles.includes('jobs'),
    onAcknowledged: meters.acknowledged,
  })
  undo.push(() => gateway.stop())
  if (roles.includes('gateway')) startAlarms({ ...services, db, readDb: pickReplica(db) }, undo)
  return gateway
}

/** Addresses of the gateway for drones and base stations. */
const describeDoors = (
  host: string,
  gateway: Gateway,
  certificate: Certificate | undefined,
): string =>
  `Drones connect at mqtt://${host}:${gateway.mqttPort}` +
  (certificate ? ` and mqtts://${host}:${gateway.mqttTlsPort}` : '') +
  (gateway.ntripPort ? `, base stations at ${host}:${gateway.ntripPort}` : '')

/** Most of the program, loaded while the database starts. The importers below report failures. */
const loadEarly = (roles: readonly Role[]): void => {
  const loading: Promise<unknown>[] = []
  if (roles.includes('api')) loading.push(import('./app.ts'))
  if (roles.includes('jobs')) loading.push(import('./jobs.ts'))
  void Promise.allSettled(loading)
}

const buildConsole = async (progress: (line: string) => void): Promise<void> => {
  if (await buildWebIfStale(10, () => progress('Building the console')))
    progress('The console is built')
}

const startDatabase = async (
  config: Config,
  progress: (line: string) => void,
  undo: Undo,
): Promise<string> => {
  const postgres = await startEmbeddedPostgres({
    dataFolder: config.dataFolder,
    onProgress: progress,
  })
  undo.push(() => postgres.stop())
  return postgres.url
}

/** Opens connections for one part of the program, closed when it stops. */
type Connect = ((name: PoolName) => Db) & { pools: ReadonlyMap<PoolName, Db> }
const connectTo = (
  { config, url, isOwnServer }: { config: Config; url: string; isOwnServer: boolean },
  undo: Undo,
): Connect => {
  const lowersPriority = isOwnServer && config.devicesFirst
  const pools = new Map<PoolName, Db>()
  const connect = (name: PoolName): Db => {
    // LISTEN does not work through a pooler, so the queue has its own URL, and no replica.
    const db =
      name === 'queue'
        ? openPool(name, config.jobsDatabaseUrl ?? url, { lowersPriority })
        : openPool(name, url, { readUrl: config.readDatabaseUrl, lowersPriority })
    undo.push(() => db.destroy())
    pools.set(name, attachArchives(db, config))
    return db
  }
  return Object.assign(connect, { pools })
}

type ServiceParts = Pick<Options, 'config' | 'log' | 'progress'> & { url: string; connect: Connect }

/** Opens the services on a database migrated to this version. */
const openServices = async ({
  config,
  log,
  url,
  progress,
  connect,
}: ServiceParts): Promise<Services> => {
  const db = connect('consoles')
  await requireDatabase(db, url)
  await applyMigrations(db, progress)
  await installJobQueue(db, log)
  await loadRegionTable(db)
  await ensurePushKeys({ db, clock: systemClock, config })
  return { config, db, readDb: pickReplica(db), clock: systemClock, events: createEventBus(), log }
}

/** A device deletes what was acknowledged: its message must be on disk by then. */
const connectGateway = async (
  config: Config,
  roles: readonly Role[],
  connect: Connect,
): Promise<Db> => {
  const db = connect('gateway')
  if (!roles.includes('gateway')) return db
  if (!config.postgresUnsafeAck) await requireSyncedWrites(db)
  if (config.natsUrl !== undefined && !config.natsUnsafeAck)
    await requireSyncedStreams(config.natsMonitorUrls)
  return db
}

const warnOfMissingChannels = (config: Config, log: Logger): void => {
  for (const channel of missingChannels(config)) {
    const [what, name] = channel === 'sms' ? ['SMS', 'SMS_URL'] : ['mail', 'SMTP_URL and MAIL_FROM']
    log.warn(`No ${what} can be sent: codes asked for that way are refused until ${name} is set`)
  }
}

const startAlarms = (services: Services, undo: Undo): void => {
  const alarms = startAlarmMessages(services)
  undo.push(() => alarms.stop())
}

const startJobs = async (services: Services, connect: Connect, undo: Undo): Promise<JobRunner> => {
  const { createJobs, startDelivery } = await import('./jobs.ts')
  const own = { ...services, db: connect('jobs') }
  const jobs = createJobs({ ...own, readDb: pickReplica(own.db) })
  undo.push(startDelivery(own).stop)
  const runner = await startJobRunner({ db: connect('queue'), log: services.log }, jobs)
  undo.push(() => runner.stop())
  return runner
}

type HttpParts = {
  services: Services
  gateway: Gateway
  health: HealthOptions
  certificate: Certificate | undefined
  undo: Undo
  webFolder: string | null
}

const startHttp = async ({
  services,
  gateway,
  health,
  certificate,
  undo,
  webFolder,
}: HttpParts): Promise<number> => {
  const { config } = services
  const { createApp } = await import('./app.ts')
  const themes = createThemes(services)
  const sessions = createSessions(services, themes)
  const app = await createApp({
    services,
    themes,
    sessions,
    live: gateway.liveState,
    mqttPort: () => gateway.mqttPort || config.mqttPort,
    webFolder,
    certificate,
    ...health,
  })
  const socket = attachLiveSocket(app.server, {
    readClient: app.readClient,
    authenticate: sessions.authenticate,
    mayWatch: async (caller, host) =>
      mayCall(
        { screens: ['monitor', 'flight-control'] },
        caller,
        listScreens(caller, await themes.of(host)),
      ) === 'yes',
    liveState: gateway.liveState,
    events: services.events,
    clock: services.clock,
    log: services.log,
    anomalyFor: (caller, language, droneId, id) =>
      anomalyFor(services, caller, language, droneId, id),
    bulletinAudience: (bulletinId, accountIds) =>
      listAddressed(services.db, bulletinId, accountIds),
  })
  health.meters.addFigures(() => ({ live_consoles: socket.connections() }))
  undo.push(async () => {
    socket.close()
    await app.close()
  })
  await app.listen({ host: config.host, port: config.port }).catch(refuseAddress(config, 'PORT'))
  const { port } = app.server.address() as AddressInfo
  const { redirectPort } = config.edge
  if (redirectPort !== undefined) {
    const redirect = createRedirectServer(() => port)
    undo.push(() => new Promise((resolve) => void redirect.close(() => resolve())))
    await new Promise<void>((resolve, reject) => {
      redirect.once('error', reject).listen(redirectPort, config.host, resolve)
    }).catch(refuseAddress({ ...config, port: redirectPort }, 'HTTP_REDIRECT_PORT'))
  }
  return port
}

const refuseAddress =
  ({ host, port }: Pick<Config, 'host' | 'port'>, name: string) =>
  (error: NodeJS.ErrnoException): never => {
    const why =
      error.code === 'EADDRINUSE'
        ? 'is in use by another program'
        : `cannot be opened (${error.code ?? error.message})`
    throw new StartFailure(`The address ${host}:${port} ${why}. ${name} and HOST choose another.`)
  }
