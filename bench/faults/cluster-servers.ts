// The servers of the cluster set-up: Debian's PostgreSQL 15, and three NATS servers with JetStream,
// each on a separate machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine, type Machine } from './machine.ts'
import { answersWell, createService, freePort, type Service } from './service.ts'

const postgresFolder = '/usr/lib/postgresql/15/bin'
/** Another version than Debian's, for example one with `sync_interval: always`. */
const natsProgram = process.env['NATS_SERVER'] ?? '/usr/sbin/nats-server'

const requirePrograms = (): void => {
  for (const [path, name] of [
    [`${postgresFolder}/postgres`, 'postgresql-15'],
    [natsProgram, 'nats-server'],
  ] as const)
    if (!existsSync(path)) throw new Error(`${path} is missing: apt-get install ${name}`)
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups']

const runOnce = async (
  machine: Machine,
  command: string,
  args: readonly string[],
): Promise<void> => {
  const child = machine.run(command, args)
  child.stdout!.resume()
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

export type ClusterServer = { machine: Machine; service: Service; port: number }

/** @param environment for its clock */
export const startPostgres = async (
  logFolder: string,
  environment: Record<string, string>,
): Promise<ClusterServer> => {
  requirePrograms()
  const machine = await createMachine('postgres', 2_048)
  const cluster = join(machine.folder, 'cluster')
  await runOnce(machine, 'chown', ['postgres', machine.folder])
  const initdb = ['-D', cluster, '-U', 'swath', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  await runOnce(machine, 'setpriv', [
    ...asPostgres,
    ...[`${postgresFolder}/initdb`, ...initdb, '--data-checksums'],
  ])
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'logging_collector=on',
    `port=${port}`,
  ].flatMap((one) => ['-c', one])
  const service = createService({
    name: 'PostgreSQL',
    logFolder,
    start: () =>
      machine.run(
        'setpriv',
        [...asPostgres, `${postgresFolder}/postgres`, '-D', cluster, ...settings],
        { PATH: process.env['PATH'], LC_ALL: 'C', ...environment },
      ),
    isReady: async () =>
      spawnSync(`${postgresFolder}/pg_isready`, [
        '-q',
        '-U',
        'swath',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
      ]).status === 0,
  })
  // PostgreSQL forks: every process of the machine is part of it.
  return { machine, port, service: { ...service, pids: () => machine.find('postgres') } }
}

/** For example 2.9.10. */
export const natsVersion = (): string =>
  /v(\d+\.\d+\.\d+)/.exec(
    spawnSync(natsProgram, ['--version'], { encoding: 'utf8' }).stdout,
  )?.[1] ?? 'unknown'

/** Whether JetStream of the installed version can write to disk before it answers (from 2.10 on). */
export const natsCanSync = (): boolean => {
  const [major, minor] = natsVersion().split('.').map(Number)
  return major! > 2 || (major === 2 && minor! >= 10)
}

export type NatsServer = ClusterServer & { monitorUrl: string }

export const startNatsCluster = async (
  logFolder: string,
  isSynced: boolean,
): Promise<NatsServer[]> => {
  requirePrograms()
  const places = await Promise.all(
    [1, 2, 3].map(async (n) => ({
      name: `n${n}`,
      machine: await createMachine(`nats${n}`, 1_024),
      port: await freePort(),
      monitorPort: await freePort(),
      routePort: await freePort(),
    })),
  )
  const routes = places.map(({ routePort }) => `"nats://127.0.0.1:${routePort}"`).join(', ')
  const servers: NatsServer[] = []
  for (const { name, machine, port, monitorPort, routePort } of places) {
    const settings = `
      server_name: ${name}
      listen: "127.0.0.1:${port}"
      http: "127.0.0.1:${monitorPort}"
      max_payload: 1MB
      jetstream { store_dir: "${machine.folder}/store", max_file_store: 512MB
        ${isSynced ? 'sync_interval: always' : ''} }
      cluster { name: swath, listen: "127.0.0.1:${routePort}", no_advertise: true, routes: [${routes}] }`
    const path = join(machine.folder, 'nats.conf')
    await runOnce(machine, 'sh', ['-c', `printf %s "$0" > "$1" && sync`, settings, path])
    const monitorUrl = `http://127.0.0.1:${monitorPort}`
    const service = createService({
      name: `NATS ${name}`,
      logFolder,
      start: () => machine.run(natsProgram, ['-c', path, '-l', join(machine.folder, 'nats.log')]),
      isReady: () => answersWell(`${monitorUrl}/healthz`),
      // After a full disk a server has no JetStream until it is started again.
      killedAfterMs: 6_000,
    })
    servers.push({ machine, port, service, monitorUrl })
  }
  return servers
}
