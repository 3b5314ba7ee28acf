// The services of others that the program calls: a gateway for SMS, a mail server, a weather
// service. They accept everything, unless they are away.
import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'

export const outsideNames = ['sms', 'mail', 'weather'] as const
export type OutsideName = (typeof outsideNames)[number]
/** `refusing`: its port is closed. `silent`: it accepts connections and never answers. */
export type OutsideState = 'up' | 'refusing' | 'silent' | 'failing'

export type Outside = {
  environment: Record<string, string>
  set(name: OutsideName, state: OutsideState): Promise<void>
  /** Messages and questions that were answered. */
  counts: Record<OutsideName, number>
  stop(): Promise<void>
}

type Service = { server: Server; sockets: Set<Socket>; port: number }

const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Enough of SMTP (RFC 5321) for one message at a time. */
const answerMail = (socket: Socket, received: () => void): void => {
  let isInText = false
  let rest = ''
  socket.write('220 mail.example ESMTP\r\n')
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString('latin1')).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (isInText) {
        if (line !== '.') continue
        isInText = false
        received()
        socket.write('250 received\r\n')
      } else if (/^data/i.test(line)) {
        isInText = true
        socket.write('354 go ahead\r\n')
      } else socket.write(/^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
}

/** No hours of Open-Meteo's answer: the flight then has no weather. */
const noHours = JSON.stringify({ hourly: { time: [] } })

export const startOutside = async (): Promise<Outside> => {
  const counts = { sms: 0, mail: 0, weather: 0 }
  const states: Record<OutsideName, OutsideState> = { sms: 'up', mail: 'up', weather: 'up' }
  const answerHttp = (name: 'sms' | 'weather', text: string) =>
    createHttpServer((request, response: ServerResponse) => {
      request.resume()
      if (states[name] === 'silent') return
      if (states[name] === 'failing') return void response.writeHead(500).end()
      counts[name]++
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  const mail = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (states.mail === 'silent') return
    if (states.mail === 'failing') return void socket.end('421 try again later\r\n')
    answerMail(socket, () => counts.mail++)
  })
  const services = {} as Record<OutsideName, Service>
  for (const [name, server] of [
    ['sms', answerHttp('sms', '{}')],
    ['mail', mail],
    ['weather', answerHttp('weather', noHours)],
  ] as const) {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    services[name] = { server, sockets, port: await listen(server) }
  }
  const close = async ({ server, sockets }: Service): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    environment: {
      SMS_URL: `http://127.0.0.1:${services.sms.port}/send`,
      SMTP_URL: `smtp://127.0.0.1:${services.mail.port}`,
      MAIL_FROM: 'Swath <swath@bench.example>',
      WEATHER_URL: `http://127.0.0.1:${services.weather.port}`,
    },
    counts,
    set: async (name, state) => {
      states[name] = state
      const service = services[name]
      if (state === 'refusing') await close(service)
      else if (!service.server.listening) await listen(service.server, service.port)
    },
    stop: async () => {
      for (const name of outsideNames) await close(services[name])
    },
  }
}
