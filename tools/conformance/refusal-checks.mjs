// Messages that close the connection.
import { own, json, connected, track, must, closes, other } from './drone-side.mjs'

export const refusalChecks = [
  [
    'forbidden: more than 2 MiB close the connection',
    () =>
      connected((client) =>
        closes(client, () => client.send(own('track'), Buffer.alloc(2 * 1024 * 1024 + 64, 32))),
      ),
  ],
  [
    'forbidden: the topic of another drone',
    () =>
      connected((client) => closes(client, () => client.send(`v1/d/${other}/track`, track([])))),
  ],
  [
    'forbidden: a topic that does not exist',
    () => connected((client) => closes(client, () => client.send(own('photos'), '{}'))),
  ],
  [
    'forbidden: its own down topic',
    () => connected((client) => closes(client, () => client.send(own('down'), '{}'))),
  ],
  [
    'forbidden: a retained message',
    () =>
      connected((client) =>
        closes(client, () =>
          client.send(own('state'), json({ v: 1, online: true }), { retain: true }),
        ),
      ),
  ],
  [
    'forbidden: a topic that begins with $',
    () => connected((client) => closes(client, () => client.send('$SYS/uptime', '0'))),
  ],
  [
    'forbidden: what was refused was not acknowledged',
    () =>
      connected(async (client) =>
        must(
          !(await client.publish(`v1/d/${other}/track`, track([]), { waitMs: 3_000 })),
          'a PUBACK came',
        ),
      ),
  ],
]
