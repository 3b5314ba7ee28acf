// The installation under failover: processes of each role as an operator starts them, on the cluster
// of Patroni.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Preparation, Prepared } from '../faults/prepare-process.ts'
import { startProxy } from '../faults/proxy.ts'
import { answersWell, freePort } from '../faults/service.ts'
import { readAnswer } from '../faults/world.ts'
import { start } from '../processes.ts'
import { startPatroniCluster, type PatroniCluster } from './patroni-cluster.ts'

/** Where messages wait until they are processed: an acknowledgement needs only this. */
export const logs = ['postgres', 'nats'] as const
export type Log = (typeof logs)[number]

export type WorldOptions = {
  folder: string
  log: Log
  ttlS: number
  isSynchronous: boolean
  drones: number
}

export type FailoverWorld = {
  cluster: PatroniCluster
  prepared: Prepared
  mqttPort: number
  httpPort: number
  /** Names of processes of the program that have ended. */
  ended: string[]
  runScript<T>(name: string, given: object): Promise<T>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const startLimitMs = 120_000

type Program = { name: string; httpPort: number; mqttPort: number }
type Started = { folder: string; ended: string[]; children: ChildProcess[] }

const startProgram = async (
  name: string,
  role: string,
  { folder, ended, children }: Started,
  environment: Record<string, string>,
): Promise<Program> => {
  const [httpPort, mqttPort, healthPort] = [await freePort(), await freePort(), await freePort()]
  const dataFolder = join(folder, name)
  mkdirSync(dataFolder)
  const script = join(root, 'apps/server/src/start.ts')
  const child = start(process.execPath, [script, '--dev', `--run=${role}`], {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    LOG_LEVEL: process.env['LOG'] ?? 'error',
    DEVICES_FIRST: '0',
    DEMO: '0',
    PORT: String(httpPort),
    MQTT_PORT: String(mqttPort),
    HEALTH_PORT: String(healthPort),
    DATA_DIR: dataFolder,
    ...environment,
  })
  children.push(child)
  child.stdout!.pipe(createWriteStream(join(folder, `${name}.log`)))
  child.once('exit', () => ended.push(name))
  for (const untilMs = Date.now() + startLimitMs; Date.now() < untilMs; await sleep(100))
    if (await answersWell(`http://127.0.0.1:${healthPort}/readyz`))
      return { name, httpPort, mqttPort }
    else if (ended.includes(name)) throw new Error(`${name} ended at its start`)
  throw new Error(`${name} is not ready after ${startLimitMs / 1_000} s`)
}

const startNats = async ({ folder, children }: Started): Promise<string> => {
  const port = await freePort()
  const address = ['-a', '127.0.0.1', '-p', String(port)]
  const output = ['-l', join(folder, 'nats.log')]
  children.push(
    start('/usr/sbin/nats-server', [...address, ...output, '-js', '-sd', join(folder, 'nats')]),
  )
  return `nats://127.0.0.1:${port}`
}

export const startFailoverWorld = async (options: WorldOptions): Promise<FailoverWorld> => {
  const { folder, log, drones } = options
  const cluster = await startPatroniCluster(options)
  const installation = { databaseUrl: cluster.primaryUrl, dataFolder: '' }
  const runScript = <T>(name: string, given: object): Promise<T> => {
    const script = new URL(`../faults/${name}`, import.meta.url).pathname
    const argument = JSON.stringify({ ...installation, ...given })
    return readAnswer<T>(name, start(process.execPath, [script, argument]))
  }
  const prepared = await runScript<Prepared>('prepare-process.ts', { drones } satisfies Omit<
    Preparation,
    keyof typeof installation
  >)
  const started: Started = { folder, ended: [], children: [] }
  const environment = {
    DATABASE_URL: cluster.poolerUrl,
    JOBS_DATABASE_URL: cluster.primaryUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    // The fault is in PostgreSQL; what NATS writes when is the subject of `npm run bench faults`.
    ...(log === 'nats' ? { NATS_URL: await startNats(started), NATS_UNSAFE_ACK: '1' } : {}),
  }
  const [api, first, second] = await Promise.all(
    [
      ['api', 'api'] as const,
      ['gateway-1', 'gateway'] as const,
      ['gateway-2', 'gateway'] as const,
      ['jobs', 'jobs'] as const,
    ].map(([name, role]) => startProgram(name, role, started, environment)),
  )
  let turn = 0
  const devices = await startProxy(() => (turn++ % 2 === 0 ? first! : second!).mqttPort)
  return {
    cluster,
    prepared,
    mqttPort: devices.port,
    httpPort: api!.httpPort,
    ended: started.ended,
    runScript,
    stop: async () => {
      await devices.stop()
      for (const child of started.children) child.kill('SIGKILL')
      cluster.stop()
    },
  }
}
