import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer } from './testing-server.ts'

/**
 * One PostgreSQL for a whole test run, started when the first test needs it. Vitest's main process
 * starts and stops it; workers request it over HTTP at the address in SWATH_TEST_DATABASE_BROKER.
 */
let broker: Server | undefined
let server: ReturnType<typeof startTestServer> | undefined

export async function setup(): Promise<void> {
  broker = createServer((_request, response) => {
    server ??= startTestServer()
    server.then(
      ({ adminUrl, template }) => response.end(JSON.stringify({ adminUrl, template })),
      (error: unknown) =>
        response.writeHead(500).end(String(error instanceof Error ? error.stack : error)),
    )
  })
  await new Promise<void>((listening) => broker!.listen(0, '127.0.0.1', listening))
  process.env['SWATH_TEST_DATABASE_BROKER'] =
    `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`
}

export async function teardown(): Promise<void> {
  broker?.close()
  broker?.closeAllConnections()
  await (await server?.catch(() => undefined))?.stop() // already reported to the tests
}
