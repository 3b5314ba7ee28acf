// Debian's Mosquitto, the baseline of the ingest benchmark.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from './processes.ts'

export type Mosquitto = { pid: number; url: string; version: string; stop(): Promise<void> }

/** @throws with the name of the Debian package where the program is missing */
export const startMosquitto = async (folder: string): Promise<Mosquitto> => {
  const program = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((path) => join(path, 'mosquitto'))
    .find((path) => existsSync(path))
  if (program === undefined)
    throw new Error(
      'The program "mosquitto" is missing; on Debian it is in the package "mosquitto" (apt-get install mosquitto).',
    )
  const port = await freePort()
  const configuration = join(folder, 'mosquitto.conf')
  writeFileSync(
    configuration,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence false',
      'log_type error',
      'set_tcp_nodelay true',
      // Its default limit of 1,000 would drop messages when the subscriber falls behind.
      'max_queued_messages 0',
      'max_inflight_messages 0',
      '',
    ].join('\n'),
  )
  const child = start(program, ['-c', configuration])
  for (let attempt = 0; !(await listens(port)); attempt++) {
    if (child.exitCode !== null || attempt > 200)
      throw new Error(`${program} did not start (${child.exitCode ?? 'no answer'})`)
    await sleep(25)
  }
  const said = spawnSync(program, ['-h'], { encoding: 'utf8' }).stdout
  return {
    pid: child.pid!,
    url: `mqtt://127.0.0.1:${port}`,
    version: /version (\S+)/.exec(said)?.[1] ?? 'unknown',
    stop: async () => {
      const ended = new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
      })
      child.kill()
      await ended
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false)) // not ready yet
  })
