import { createServer, type AddressInfo } from 'node:net'

function listenOnce(port: number): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address() as AddressInfo
      server.close(() => done(got))
    })
  })
}

/** A free port on 127.0.0.1, chosen by the operating system. */
export const freePort = () => listenOnce(0)
export const isFree = (port: number) =>
  listenOnce(port).then(
    () => true,
    () => false,
  )
