// The default installation: one program with the embedded PostgreSQL, on one machine.
import { join } from 'node:path'
import { createWrongClock } from './clock.ts'
import { createMachine } from './machine.ts'
import { startOutside } from './outside.ts'
import type { Preparation, Prepared } from './prepare-process.ts'
import { createProgram, freePort } from './service.ts'
import { startProxy } from './proxy.ts'
import { readAnswer, type Victim, type World, type WorldOptions } from './world.ts'

const diskMb = 2_048

export const startEmbeddedWorld = async (options: WorldOptions): Promise<World> => {
  const { drones, logFolder, nodeFlags, environment } = options
  const machine = await createMachine('program', diskMb)
  const dataFolder = join(machine.folder, 'data')
  const runScript = <T>(name: string, given: object): Promise<T> => {
    const script = new URL(name, import.meta.url).pathname
    return readAnswer<T>(name, machine.run(process.execPath, [script, JSON.stringify(given)]))
  }
  const preparation: Preparation = { databaseUrl: null, dataFolder, drones }
  const prepared = await runScript<Prepared>('prepare-process.ts', preparation)
  const outside = await startOutside()
  const clock = createWrongClock()
  const [httpPort, mqttPort, healthPort] = [await freePort(), await freePort(), await freePort()]
  const devices = await startProxy(() => mqttPort)
  const consoles = await startProxy(() => httpPort)
  const program = createProgram({
    name: 'program',
    logFolder,
    machine,
    roles: 'all',
    healthPort,
    nodeFlags,
    environment: {
      PORT: String(httpPort),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataFolder,
      ...outside.environment,
      ...clock.environment,
      ...environment,
    },
  })
  const database: Victim = { name: 'PostgreSQL', pids: () => machine.find('postgres') }
  const recover = async (): Promise<void> => {
    await machine.boot()
    program.ensure()
    await program.ready()
  }
  await recover()
  return {
    setup: 'embedded',
    mqttPort: devices.port,
    httpPort: consoles.port,
    prepared,
    links: new Map([
      ['devices', devices],
      ['consoles', consoles],
    ]),
    programs: [program],
    servers: [database],
    machines: [machine],
    mayLosePower: [machine],
    clocks: [clock],
    outside,
    findings: [],
    victims: [],
    installation: () => ({ databaseUrl: null, dataFolder: join(machine.seenFrom(), 'data') }),
    recover,
    runScript: (name, given) => runScript(name, { databaseUrl: null, dataFolder, ...given }),
    stop: async () => {
      await devices.stop()
      await consoles.stop()
      await outside.stop()
      await machine.remove()
      clock.remove()
    },
  }
}
