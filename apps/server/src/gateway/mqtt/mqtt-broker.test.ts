import { once } from 'node:events'
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net'
import { MqttClient } from 'mqtt'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createMqttBroker, type MqttBrokerOptions } from './mqtt-broker.ts'

const startBroker = async () => {
  const options = {
    credentials: { check: async () => false },
    counters: { refusedConnections: 0, takeovers: 0 },
    log: pino({ level: 'silent' }),
  } as unknown as MqttBrokerOptions
  const broker = createMqttBroker(options)
  const server = createServer((socket) => broker.handle(socket, '127.0.0.1')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    broker.close()
  })
  return { broker, port: (server.address() as AddressInfo).port }
}

const refusalAt = async (port: number): Promise<unknown> => {
  const client = new MqttClient(() => connectTcp(port, '127.0.0.1'), {
    clientId: 'DRONE-1',
    username: 'DRONE-1',
    password: 'secret',
    reconnectPeriod: 0,
  })
  const { promise: failed, resolve } = Promise.withResolvers<Error & { code?: unknown }>()
  client.on('error', resolve)
  const { code } = await failed
  await client.endAsync(true)
  return code
}

test('a drone that connects to a closing gateway is asked to try again, not to check its secret', async () => {
  const { broker, port } = await startBroker()
  expect(await refusalAt(port)).toBe(4)
  broker.refuseAll()
  expect(await refusalAt(port)).toBe(3)
})
