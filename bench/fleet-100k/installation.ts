// The installation for a large fleet on one machine: three NATS servers and several processes of
// each role, and what they use of the machine.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../tools/engines/processes.ts'
import { natsCanSync } from '../faults/cluster-servers.ts'
import { memoryMb, readCpuMs, start, treeCpuMs, treeMemoryMb } from '../processes.ts'
import { startProcess, thisVersion, type Role, type Running } from '../upgrade/versions.ts'

/** Another version than Debian's, for example one with `sync_interval: always`. */
const natsProgram = process.env['NATS_SERVER'] ?? '/usr/sbin/nats-server'

/** File descriptors that one process may open. */
export const openFiles = Number(
  /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))![1],
)
/** Descriptors that a process needs for other things than drones. */
const ownFiles = 500
/** How many processes are needed to hold this many connections. */
export const processesFor = (connections: number, atLeast: number): number =>
  Math.max(atLeast, Math.ceil(connections / (openFiles - ownFiles)))

/** Servers that write to disk before they answer, if the version can. */
export const startNatsServers = async (
  folder: string,
): Promise<{ pids: number[]; environment: Record<string, string> }> => {
  const ports = await freePorts(9)
  const [clients, monitors, routes] = [ports.slice(0, 3), ports.slice(3, 6), ports.slice(6)]
  const servers = clients.map((port, i) => {
    const path = join(folder, `nats${i}.conf`)
    writeFileSync(
      path,
      `server_name: n${i}
      listen: "127.0.0.1:${port}"
      http: "127.0.0.1:${monitors[i]}"
      max_payload: 1MB
      jetstream { store_dir: "${join(folder, `nats${i}`)}"
        ${natsCanSync() ? 'sync_interval: always' : ''} }
      cluster { name: swath, listen: "127.0.0.1:${routes[i]}", no_advertise: true
        routes: [${routes.map((route) => `"nats://127.0.0.1:${route}"`).join(', ')}] }`,
    )
    return start(natsProgram, ['-c', path, '-l', join(folder, `nats${i}.log`)])
  })
  const urls = monitors.map((port) => `http://127.0.0.1:${port}`)
  for (const url of urls)
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await sleep(100)
  return {
    pids: servers.map(({ pid }) => pid!),
    environment: {
      NATS_URL: `nats://127.0.0.1:${clients[0]}`,
      ...(natsCanSync() ? { NATS_MONITOR_URLS: urls.join(',') } : { NATS_UNSAFE_ACK: '1' }),
    },
  }
}

/** Starts processes of a role together. @param nodeFlags of the first one */
export const startRole = async (
  role: Role,
  count: number,
  environment: Record<string, string>,
  nodeFlags: readonly string[],
): Promise<Running[]> => {
  const ports = await freePorts(2 * count)
  const started = Array.from({ length: count }, (_, i) =>
    startProcess(
      thisVersion,
      { name: `${role}-${i}`, role, port: ports[2 * i]!, healthPort: ports[2 * i + 1]! },
      environment,
      i === 0 ? nodeFlags : [],
    ),
  )
  await Promise.all(started.map((one) => one.ready()))
  return started
}

/** Age of the oldest message that no checkpoint has stored in tables, s. */
export const readBacklogS = async ({ place }: Running): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${place.healthPort}/metrics`)).text()
  return Number(/^swath_gateway_log_oldest_seconds (\S+)/m.exec(text)?.[1])
}

/** Processor time and memory of each role. */
export const createUse = (pids: Readonly<Record<string, readonly number[]>>, postgres: number) => {
  const sum = (own: readonly number[], read: (pid: number) => number): number =>
    own.reduce((all, pid) => all + read(pid), 0)
  const ofEach = (
    read: (pid: number) => number,
    readTree: (pid: number) => number,
  ): Record<string, number> => ({
    ...Object.fromEntries(Object.entries(pids).map(([role, own]) => [role, sum(own, read)])),
    PostgreSQL: readTree(postgres),
  })
  return {
    cpuMs: () => ofEach(readCpuMs, treeCpuMs),
    /** Of the busiest process of each role. */
    mostCpuMs: () =>
      new Map(Object.values(pids).flatMap((own) => own.map((pid) => [pid, readCpuMs(pid)]))),
    memoryMb: () => ofEach(memoryMb, treeMemoryMb),
  }
}
