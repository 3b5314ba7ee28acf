import { createServer, type Server } from 'node:http'

/**
 * A plain HTTP port that only redirects pages to TLS. A request to it was sent unencrypted, so only
 * its address is used. Calls are refused: a redirect would hide that a program sends its
 * credentials unencrypted.
 */
export const createRedirectServer = (httpsPort: () => number): Server => {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000 },
    (request, reply) => {
      const host = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i.exec(request.headers.host ?? '')?.[1]
      const path = request.url ?? ''
      reply.setHeader('connection', 'close')
      if (host === undefined || !path.startsWith('/')) return void reply.writeHead(400).end()
      if (path.startsWith('/api/'))
        return void reply.writeHead(403, { 'content-type': 'text/plain' }).end('Use HTTPS.\n')
      const port = httpsPort() === 443 ? '' : `:${httpsPort()}`
      reply.writeHead(308, { location: `https://${host}${port}${path}` }).end()
    },
  )
  server.maxRequestsPerSocket = 1
  return server
}
