// Accepted and refused connections.
import { open, connected, must, refused, user, password } from './drone-side.mjs'

export const connectionChecks = [
  [
    'connect: the right credentials, with a last will',
    () => connected(async (client) => must(await client.ping(), 'PINGREQ was not answered')),
  ],
  [
    'connect: MQTT 3.1 (level 3)',
    async () => {
      const { client, code } = await open({ level: 3 })
      client.end()
      must(code === 0, `CONNACK ${code}`)
    },
  ],
  ['connect: a wrong secret is refused with 4', () => refused({ password: `${password}x` })],
  [
    'connect: a client id that is not the user name is refused with 4',
    () => refused({ clientId: `${user}-2`.slice(0, 32) }),
  ],
  [
    'connect: without a user name is refused with 4',
    () => refused({ user: undefined, password: undefined }),
  ],
  [
    'connect: an unknown drone is refused with 4',
    () => refused({ clientId: 'NO-SUCH-DRONE', user: 'NO-SUCH-DRONE' }),
  ],
  [
    'connect: a second connection takes over from the first',
    () =>
      connected(async (first) => {
        const { client, code } = await open()
        must(code === 0, `CONNACK ${code}`)
        must(await first.isClosedWithin(5_000), 'the first stayed open')
        client.end()
      }),
  ],
]
