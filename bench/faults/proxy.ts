// A TCP proxy between two parts, to interrupt their connection.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Proxy = {
  port: number
  /** Forwards nothing, and closes nothing: both sides wait. */
  stall(): void
  resume(): void
  /** Closes all connections; new ones are accepted. */
  cut(): void
  stop(): Promise<void>
}

type Pair = { near: Socket; far: Socket }

/** @param pickTarget the port on this machine for a new connection */
export const startProxy = async (pickTarget: () => number): Promise<Proxy> => {
  const pairs = new Set<Pair>()
  let isStalled = false
  const join = (near: Socket): void => {
    const far = connect(pickTarget(), '127.0.0.1')
    const pair = { near, far }
    pairs.add(pair)
    const end = (): void => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('error', end).on('close', end)
      from.on('data', (bytes) => void to.write(bytes))
    }
  }
  const waiting: Socket[] = []
  const all = new Set<Socket>()
  const server = createServer((near) => {
    all.add(near)
    near.once('close', () => all.delete(near))
    if (!isStalled) return join(near)
    near.pause()
    near.on('error', () => near.destroy())
    waiting.push(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isStalled = true
      for (const { near, far } of pairs) {
        near.pause()
        far.pause()
      }
    },
    resume: () => {
      isStalled = false
      for (const { near, far } of pairs) {
        near.resume()
        far.resume()
      }
      for (const near of waiting.splice(0)) if (!near.destroyed) join(near)
    },
    cut: () => {
      for (const near of all) near.destroy()
    },
    stop: async () => {
      server.close()
      for (const near of all) near.destroy()
      await once(server, 'close')
    },
  }
}
