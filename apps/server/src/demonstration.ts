// The demonstration: its code is loaded only if it was requested.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './platform/config/config.ts'
import { createSealer } from './platform/config/master-key.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import type { Services } from './platform/services.ts'

/**
 * On a new data folder it is planned at once, the longest part in a thread: meanwhile the database
 * is created.
 */
export const loadDemonstration = async ({ databaseUrl, dataFolder }: Config) => {
  const isNew = databaseUrl === undefined && !existsSync(join(dataFolder, 'postgres'))
  const { startFlightThread } = await import('../../../demonstration/flight-thread.ts')
  const flights = isNew && startFlightThread()
  const { planDemonstration, seedDemonstration } =
    await import('../../../demonstration/demonstration.seed.ts')
  const plan = flights ? await planDemonstration(flights, Date.now()) : undefined
  return { seedDemonstration, plan }
}

type Loaded = ReturnType<typeof loadDemonstration>
type Made = Awaited<ReturnType<typeof makeDemonstration>>

export const makeDemonstration = async (
  services: Services,
  loaded: Loaded,
  progress: (line: string) => void,
) => {
  const { seedDemonstration, plan } = await loaded
  return seedDemonstration({
    ...services,
    progress,
    store: openFileStore(services.config),
    sealer: createSealer(services.config),
    plan,
  })
}

/** @returns a function that stops the fleet */
export const startFleet = async (
  { config, log }: Services,
  { fleet: drones }: Made,
  { mqttPort, httpPort }: { mqttPort: number; httpPort: number },
): Promise<() => Promise<void>> => {
  const { startDemonstrationFleet } = await import('../../../demonstration/fleet.ts')
  const fleet = await startDemonstrationFleet({
    fleet: drones,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    // With TLS the certificate has another host name, so the fleet gets no firmware.
    httpUrl: httpPort === 0 || config.edge.tls ? null : `http://127.0.0.1:${httpPort}`,
    dataFolder: config.dataFolder,
    log,
  })
  return () => fleet.stop()
}
