// The installation for a large fleet: two machines with processes of each role, PostgreSQL, and three
// NATS servers as the ingest log.
import { randomBytes } from 'node:crypto'
import { createWrongClock } from './clock.ts'
import {
  natsCanSync,
  startNatsCluster,
  startPostgres,
  type ClusterServer,
} from './cluster-servers.ts'
import { createMachine, type Machine } from './machine.ts'
import { startOutside } from './outside.ts'
import type { Preparation, Prepared } from './prepare-process.ts'
import { startProxy } from './proxy.ts'
import { createProgram, freePort, type Service } from './service.ts'
import { start } from '../processes.ts'
import { readAnswer, type Link, type World, type WorldOptions } from './world.ts'

const diskMb = 256

/** Takes the ports in turn, so that a client that lost its server finds another one. */
const inTurn = (ports: readonly number[]): (() => number) => {
  let next = 0
  return () => ports[next++ % ports.length]!
}

type Node = { machine: Machine; programs: Service[]; httpPort: number; mqttPort: number }

const startNode = async (
  name: string,
  roles: readonly string[],
  { logFolder, nodeFlags, environment }: Omit<WorldOptions, 'drones'>,
): Promise<Node> => {
  const machine = await createMachine(name, diskMb)
  const [httpPort, mqttPort] = [await freePort(), await freePort()]
  const programs: Service[] = []
  for (const role of roles)
    programs.push(
      createProgram({
        name: `${name} ${role}`,
        logFolder,
        machine,
        roles: role,
        healthPort: await freePort(),
        nodeFlags,
        environment: {
          PORT: String(httpPort),
          MQTT_PORT: String(mqttPort),
          DATA_DIR: `${machine.folder}/${role}`,
          ...environment,
        },
      }),
    )
  return { machine, programs, httpPort, mqttPort }
}

const recoverAll = async (servers: readonly ClusterServer[], nodes: readonly Node[]) => {
  for (const { machine } of [...servers, ...nodes]) await machine.boot()
  for (const { service } of servers) service.ensure()
  for (const { service } of servers) await service.ready()
  for (const { programs } of nodes) for (const program of programs) program.ensure()
  for (const { programs } of nodes) for (const program of programs) await program.ready()
}

export const startClusterWorld = async (options: WorldOptions): Promise<World> => {
  const { logFolder, nodeFlags } = options
  const isSynced = natsCanSync()
  const clocks = [createWrongClock(), createWrongClock(), createWrongClock()] as const
  const postgres = await startPostgres(logFolder, clocks[2].environment)
  const nats = await startNatsCluster(logFolder, isSynced)
  const servers = [postgres, ...nats]
  await recoverAll(servers, [])
  const links = new Map<Link, Awaited<ReturnType<typeof startProxy>>>()
  links.set('database', await startProxy(() => postgres.port))
  links.set('NATS', await startProxy(inTurn(nats.map(({ port }) => port))))
  const buildUrl = (port: number): string => `postgres://swath@127.0.0.1:${port}/postgres`
  const outside = await startOutside()
  const environment = {
    DATABASE_URL: buildUrl(links.get('database')!.port),
    NATS_URL: `nats://127.0.0.1:${links.get('NATS')!.port}`,
    ...(isSynced
      ? { NATS_MONITOR_URLS: nats.map(({ monitorUrl }) => monitorUrl).join(',') }
      : { NATS_UNSAFE_ACK: '1' }),
    MASTER_KEY: randomBytes(32).toString('base64'),
    ...outside.environment,
    ...options.environment,
  }
  const installation = { databaseUrl: buildUrl(postgres.port), dataFolder: '' }
  const runScript = <T>(name: string, given: object): Promise<T> => {
    const script = new URL(name, import.meta.url).pathname
    return readAnswer<T>(name, start(process.execPath, [script, JSON.stringify(given)]))
  }
  const preparation: Preparation = { ...installation, drones: options.drones }
  const prepared = await runScript<Prepared>('prepare-process.ts', preparation)
  const nodes = await Promise.all([
    startNode('node1', ['api', 'gateway', 'jobs'], {
      logFolder,
      nodeFlags,
      environment: { ...environment, ...clocks[0].environment },
    }),
    startNode('node2', ['api', 'gateway'], {
      logFolder,
      nodeFlags,
      environment: { ...environment, ...clocks[1].environment },
    }),
  ])
  links.set('devices', await startProxy(inTurn(nodes.map(({ mqttPort }) => mqttPort))))
  links.set('consoles', await startProxy(inTurn(nodes.map(({ httpPort }) => httpPort))))
  const recover = (): Promise<void> => recoverAll(servers, nodes)
  await recover()
  const machines = [...servers, ...nodes].map(({ machine }) => machine)
  return {
    setup: 'cluster',
    mqttPort: links.get('devices')!.port,
    httpPort: links.get('consoles')!.port,
    prepared,
    links,
    programs: nodes.flatMap(({ programs }) => programs),
    servers: servers.map(({ service }) => service),
    machines,
    mayLosePower: isSynced ? machines : [postgres.machine, ...nodes.map(({ machine }) => machine)],
    clocks,
    outside,
    findings: [],
    victims: [],
    installation: () => installation,
    recover,
    runScript: (name, given) => runScript(name, { ...installation, ...given }),
    stop: async () => {
      for (const link of links.values()) await link.stop()
      await outside.stop()
      for (const machine of machines) await machine.remove()
      for (const clock of clocks) clock.remove()
    },
  }
}
