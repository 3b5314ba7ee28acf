// A receiver of webhooks that answers as the test wants and checks each signature itself.
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { id: string; type: string; data: Record<string, unknown>; atMs: number }

export type Receiver = {
  origin: string
  received: Received[]
  /** Messages whose signature fits none of the secrets. */
  unsigned: number
  secrets: string[]
  /** The status of the answer; null: none ever. */
  answer: (message: Received) => number | null
  close: () => Promise<void>
}

export const openReceiver = async (): Promise<Receiver> => {
  const receiver: Receiver = {
    origin: '',
    received: [],
    unsigned: 0,
    secrets: [],
    answer: () => 204,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const isSigned = (headers: NodeJS.Dict<string | string[]>, body: string): boolean => {
    const signatures = String(headers['webhook-signature']).split(' ')
    return receiver.secrets.some((secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
      const expected = createHmac('sha256', key).update(text).digest('base64')
      return signatures.includes(`v1,${expected}`)
    })
  }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (!isSigned(request.headers, body)) receiver.unsigned++
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
      const message = { id: String(request.headers['webhook-id']), type, data, atMs: Date.now() }
      const status = receiver.answer(message)
      if (status === null) return
      if (status < 300) receiver.received.push(message)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
