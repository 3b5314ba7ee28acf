import { createServer, type Server } from 'node:http'

/**
 * A plain HTTP port that only redirects to TLS. A request to it was sent unencrypted, so only its
 * address is used.
 */
export const createRedirectServer = (httpsPort: () => number): Server => {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000 },
    (request, reply) => {
      const host = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i.exec(request.headers.host ?? '')?.[1]
      const path = request.url ?? ''
      reply.setHeader('connection', 'close')
      if (host === undefined || !path.startsWith('/')) return void reply.writeHead(400).end()
      const port = httpsPort() === 443 ? '' : `:${httpsPort()}`
      reply.writeHead(308, { location: `https://${host}${port}${path}` }).end()
    },
  )
  server.maxRequestsPerSocket = 1
  return server
}
