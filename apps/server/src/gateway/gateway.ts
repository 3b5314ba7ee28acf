// The gateway: the MQTT endpoint, the ingest log, the pipeline behind it, and the live state.
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Sealer } from '../platform/config/master-key.ts'
import type { Db } from '../platform/database/database.ts'
import { findOldestProgram } from '../platform/database/oldest-program.queries.ts'
import type { EventBus } from '../platform/events/events.ts'
import { noZonesInForce } from '@swath/domain/zones-in-force'
import { createAlarms, createPipeline } from './pipeline/public.ts'
import {
  flightsInTheAir,
  createCheckpoints,
  followAwaitedPoints,
  startCheckpointTimer,
  type AwaitedPoints,
  type CheckpointTimer,
  createLandingFinalizer,
} from './checkpoint/public.ts'
import { createCounters, toMetrics, type GatewayCounters } from './counters.ts'
import { startNtripCaster, type NtripCaster } from './ntrip/public.ts'
import {
  createDeviceCredentials,
  startMqttEndpoint,
  type MqttEndpoint,
  type MqttEndpointOptions,
  type RateLimits,
} from './mqtt/public.ts'
import {
  type GroupCommitOptions,
  openNatsLog,
  createPostgresLog,
  moveSegments,
  readsCompressedSegments,
  shardCount,
  type Consumption,
  type IngestLog,
} from './ingest-log/public.ts'
import {
  replicateOverNats,
  replicateByPolling,
  createLiveState,
  type LiveState,
} from './live/public.ts'
import { openNats, type Nats } from '../platform/nats/nats.ts'
import { inSpan } from '../platform/tracing/spans.ts'
import { createRecomputer, followZones } from './recompute/public.ts'

export type GatewayOptions = {
  db: Db
  /** Connections for the ingest log alone, so that nothing delays an acknowledgement; else `db`. */
  ingestDb?: Db
  clock: Clock
  config: Pick<Config, 'host' | 'mqttPort'> & {
    natsUrl?: string | undefined
    /** If undefined, no caster is started. */
    ntripPort?: number | undefined
  }
  /** Endpoint options for TLS or a TCP proxy in front of it. */
  edge?: Pick<MqttEndpointOptions, 'tls' | 'proxies'>
  events: EventBus
  log: Logger
  /** Whether devices connect here; true by default. */
  door?: boolean
  /** Whether this process handles the devices' messages; true by default. */
  work?: boolean
  limits?: RateLimits
  /** Decrypts the makers' secret keys, for factory credentials. */
  sealer?: () => Promise<Sealer | null>
  checkpointMs?: number
  /** Called for each message that is stored, so long after it arrived. */
  onAcknowledged?: (elapsedMs: number) => void
  /** A module that exports `derivations`, computed from flights. */
  derivationsModule?: URL
  /** Whether a drone's RTK correction service is unpaid; by default it is paid. */
  hasLapsedCorrections?: (droneId: string, now: Date) => Promise<boolean>
}

export type Gateway = {
  /** 0 without the MQTT endpoint. */
  mqttPort: number
  /** 0 without TLS. */
  mqttTlsPort: number
  /** 0 without a caster. */
  ntripPort: number
  liveState: LiveState
  ready(): boolean
  counters: GatewayCounters
  figures(): Readonly<Record<string, number>>
  /** Metrics of the ingest log of all processes; rejects while it cannot be read. */
  backlogFigures(): Promise<Readonly<Record<string, number>>>
  /** Resolves when everything acknowledged so far is written, and all due recomputation is done. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { db, clock, config, events, log, door: withDoor = true, work = true } = options
  const counters = createCounters()
  const nats = config.natsUrl === undefined ? null : await openNats(config.natsUrl, log)
  const live = createLiveState({ db, clock, events, log })
  const ingestLog = withDoor || work ? await openIngestLog(options, nats, counters) : null
  const recomputer = createRecomputer({
    db,
    clock,
    events,
    log,
    counters,
    derivationsModule: options.derivationsModule,
  })
  const pipeline = createPipeline({
    live,
    counters,
    onLanded: (droneId) => finalizer.landed(droneId),
    onAlarm: createAlarms({ db, live, events, log }),
    onBroken: ({ droneId, kind }, error) =>
      log.error({ droneId, kind, error }, 'A message could not be worked on'),
  })
  let consumption: Consumption | undefined
  const checkpoints = createCheckpoints({
    db,
    clock,
    log,
    counters,
    pipeline,
    live,
    consumption: () => consumption!,
    onLanded: (droneId) => finalizer.landed(droneId),
  })
  const finalizer = createLandingFinalizer({ checkpoints, recomputer, log })
  let inForceNow = noZonesInForce
  let door: MqttEndpoint | null = null
  const zones = await followZones({
    db,
    events,
    log,
    tell: (inForce) => {
      pipeline.setZones(inForce)
      recomputer.setZones(inForce)
      inForceNow = inForce
      void door?.setZones(inForce)
    },
  })

  const replication = nats
    ? replicateOverNats({ nats, live, events, log })
    : replicateByPolling({
        db,
        live,
        events,
        log,
        nowMs: clock.now(),
        hearsEverything: () => consumption?.shards() === shardCount,
      })
  await live.load()
  for (const [droneId, flight] of await flightsInTheAir(db)) pipeline.resume(droneId, flight)
  let due: CheckpointTimer | undefined
  let awaited: AwaitedPoints | undefined
  if (work && ingestLog) {
    if (nats) await moveSegments(db, (record) => ingestLog.append(record))
    consumption = await ingestLog.consume(pipeline.sink)
    recomputer.start()
    due = startCheckpointTimer({
      checkpoints,
      pipeline,
      log,
      everyMs: options.checkpointMs ?? 5_000,
    })
    awaited = followAwaitedPoints({ db, log, checkpoints, consumption })
  }
  door =
    withDoor && ingestLog
      ? await startMqttEndpoint({
          db,
          clock,
          events,
          log,
          ingestLog,
          counters,
          live,
          host: config.host,
          port: config.mqttPort,
          ...options.edge,
          sealer: options.sealer,
          ...(options.limits ? { limits: options.limits } : {}),
          onLive: (droneId, decoded, receivedAtMs) => pipeline.show(droneId, decoded, receivedAtMs),
        })
      : null
  await door?.setZones(inForceNow)
  const caster = withDoor ? await openCaster(options) : null

  const settle = async (): Promise<void> => {
    await finalizer.idle()
    if (consumption) await checkpoints.all()
    await finalizer.idle()
  }

  return {
    mqttPort: door?.port ?? 0,
    mqttTlsPort: door?.tlsPort ?? 0,
    ntripPort: caster?.port ?? 0,
    liveState: live,
    ready: () => nats?.isConnected() ?? true,
    counters,
    figures: () => ({
      ...toMetrics(counters),
      gateway_connections: door?.connections() ?? 0,
      gateway_waiting_points: pipeline.waitingPoints(),
      gateway_shards: consumption?.shards() ?? 0,
      ...caster?.figures(),
      ...(ingestLog ? waitingFigures(ingestLog) : {}),
    }),
    backlogFigures: async () => (ingestLog ? backlogFigures(ingestLog) : {}),
    drain: async () => {
      await consumption?.catchUp()
      await settle()
      await recomputer.due()
    },
    stop: async () => {
      await caster?.close()
      await door?.close()
      await ingestLog?.close()
      zones.stop()
      const patience = setTimeout(() => checkpoints.abandon(), 15_000) // the log still has the data
      await Promise.all([due?.stop(), awaited?.stop()])
      await settle().catch((error: unknown) =>
        log.warn({ error: errorText(error) }, 'The last checkpoint is left to the next start'),
      )
      clearTimeout(patience)
      await recomputer.stop()
      await consumption
        ?.stop()
        .catch((error: unknown) =>
          log.warn({ error: errorText(error) }, 'Shards are let go by their lease'),
        )
      await replication.stop()
      live.stop()
      await nats?.close()
    },
  }
}

const openCaster = async ({
  config,
  sealer,
  ...options
}: GatewayOptions): Promise<NtripCaster | null> =>
  config.ntripPort === undefined
    ? null
    : startNtripCaster({
        ...options,
        host: config.host,
        port: config.ntripPort,
        credentials: createDeviceCredentials({ ...options, sealer }),
        hasLapsedCorrections: options.hasLapsedCorrections ?? (async () => false),
      })

const openIngestLog = async (
  { ingestDb, db, log, onAcknowledged }: GatewayOptions,
  nats: Nats | null,
  counters: GatewayCounters,
): Promise<IngestLog> => {
  const options: GroupCommitOptions = {
    onAppended: (records, elapsedMs) => {
      counters.appends++
      counters.appendedRecords += records
      counters.appendMs += elapsedMs
      counters.appendMaxMs = Math.max(counters.appendMaxMs, elapsedMs)
    },
    onTrouble: (what, error) =>
      log.warn({ error: errorText(error), what }, 'The ingest log is in trouble'),
  }
  const database = ingestDb ?? db
  const compress = (await findOldestProgram(db)) >= readsCompressedSegments
  const ingestLog = nats
    ? await openNatsLog(nats, database, log, { ...options, compress })
    : createPostgresLog(database, { ...options, compress })
  if (!onAcknowledged) return ingestLog
  return {
    ...ingestLog,
    append: async (record) => {
      const sinceMs = performance.now()
      await inSpan(`store ${record.kind}`, { 'swath.drone_id': record.droneId }, () =>
        ingestLog.append(record),
      )
      onAcknowledged(performance.now() - sinceMs)
    },
  }
}

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const waitingFigures = (ingestLog: IngestLog) => {
  const { records, bytes } = ingestLog.waiting()
  return { gateway_log_waiting_records: records, gateway_log_waiting_bytes: bytes }
}

const backlogFigures = async (ingestLog: IngestLog) => {
  const { batches, bytes, oldestS } = await ingestLog.backlog()
  return {
    gateway_log_batches: batches,
    gateway_log_bytes: bytes,
    gateway_log_oldest_seconds: oldestS,
  }
}
