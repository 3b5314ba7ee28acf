// A drone's camera by WHEP, without a drone: an endpoint at the address that the program allows to
// consoles, and a page of the same browser that draws the picture and sends it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'

export type Camera = AsyncDisposable & {
  /** Number of open connections of viewers. */
  watching: () => number
  /** Becomes unreachable, without closing connections. */
  lose: () => Promise<void>
  find: () => Promise<void>
}

/** In the page that acts as the camera: answers an offer with a green picture. */
const answerOffer = async (offer: string): Promise<string> => {
  const canvas = document.createElement('canvas')
  const paint = canvas.getContext('2d')!
  setInterval(() => {
    paint.fillStyle = `rgb(0 ${150 + (performance.now() % 50)} 0)`
    paint.fillRect(0, 0, canvas.width, canvas.height)
  }, 100)
  const connection = new RTCPeerConnection()
  await connection.setRemoteDescription({ type: 'offer', sdp: offer })
  const stream = canvas.captureStream(10)
  for (const track of stream.getTracks()) connection.addTrack(track, stream)
  await connection.setLocalDescription(await connection.createAnswer())
  while (connection.iceGatheringState !== 'complete')
    await new Promise((resolve) =>
      connection.addEventListener('icegatheringstatechange', resolve, { once: true }),
    )
  return connection.localDescription!.sdp
}

const openPage = async (browser: Browser, origin: string): Promise<Page> => {
  // With access to the camera a browser offers its real addresses instead of names for the local
  // network.
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
  const page = await context.newPage()
  await page.goto(`${origin}/camera`)
  return page
}

export const openCamera = async (browser: Browser, origin: string): Promise<Camera> => {
  let page: Page | null = null
  const sessions = new Set<string>()
  let opened = 0
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    reply.setHeader('access-control-allow-origin', '*')
    reply.setHeader('access-control-allow-methods', 'POST, DELETE')
    reply.setHeader('access-control-allow-headers', 'content-type')
    reply.setHeader('access-control-expose-headers', 'location')
    const { method, url = '' } = request
    if (method === 'GET') reply.setHeader('content-type', 'text/html').end('<title>Camera</title>')
    else if (method === 'OPTIONS') reply.writeHead(204).end()
    else if (method === 'DELETE') reply.writeHead(sessions.delete(url) ? 200 : 404).end()
    else if (!page) reply.writeHead(503).end()
    else {
      const session = `${url}/${++opened}`
      const sdp = await page.evaluate(answerOffer, await text(request))
      sessions.add(session)
      reply.writeHead(201, { 'content-type': 'application/sdp', 'location': session }).end(sdp)
    }
  }
  const server = createServer((request, reply) => void answer(request, reply))
  const { hostname, port } = new URL(origin)
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  const lose = async (): Promise<void> => {
    const gone = page
    page = null
    await gone?.context().close()
  }
  const find = async (): Promise<void> => {
    page = await openPage(browser, origin)
  }
  await find()
  return {
    watching: () => sessions.size,
    lose,
    find,
    [Symbol.asyncDispose]: async () => {
      await lose()
      server.closeAllConnections()
      server.close()
    },
  }
}
