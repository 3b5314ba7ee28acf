// Commands and their answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { own, json, connected, must, acknowledged, taken, other, values } from './drone-side.mjs'

/**
 * `hold` and `pause` are answered when the drone hovers with its pump closed, not when it has
 * received them: meanwhile the command must neither be repeated nor end.
 */
const standStill = async (client, { id, type, until }) => {
  must(until - Date.now() > 5_000, `a drone cannot stop before ${type} is void`)
  const reading = (speed, pump) =>
    client.send(
      own('osd'),
      json({ v: 1, pts: [{ t: Date.now(), lng: 120.1, lat: 30.2, height: 3, speed, pump }] }),
      { qos: 0 },
    )
  const heard = () => client.messages.filter(({ payload }) => JSON.parse(payload).id === id).length
  const before = heard()
  for (const speed of [5, 3, 1]) {
    reading(speed, false)
    await sleep(700)
  }
  reading(0, false)
  must(heard() === before, `${type} was said again while the drone was stopping`)
}

export const commandChecks = [
  [
    'commands: its own down topic may be subscribed, and tells whether it is locked',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(own('down'))
        must(
          code === 0 || code === 1,
          code === null ? 'the connection was closed' : `SUBACK ${String(code)}`,
        )
        for (let i = 0; i < 100 && client.messages.length === 0; i++) await sleep(50)
        const [first] = client.messages
        must(first?.topic === own('down'), 'nothing came')
        const message = JSON.parse(first.payload)
        must(
          message.v === 1 && message.type === 'state' && typeof message.locked === 'boolean',
          `the first message is ${first.payload.slice(0, 200)}`,
        )
      }),
  ],
  [
    'commands: the down topic of another drone is refused',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(`v1/d/${other}/down`)
        must(code === 128 || code === null, `SUBACK ${String(code)}`)
      }),
  ],
  [
    'commands: a wildcard is refused',
    () =>
      connected(async (client) => {
        for (const topic of ['#', 'v1/d/+/down']) {
          if (client.closed) return
          const code = await client.subscribe(topic)
          must(code === 128 || code === null, `SUBACK ${String(code)} for ${topic}`)
        }
      }),
  ],
  [
    'commands: an answer to a command that was never given is acknowledged',
    () =>
      connected((client) =>
        taken(
          client,
          own('reply'),
          json({ v: 1, id: '01900000-0000-7000-8000-000000000000', result: 'done' }),
        ),
      ),
  ],
  [
    'commands: nonsense as an answer is acknowledged',
    () => connected((client) => taken(client, own('reply'), 'yes')),
  ],
  [
    'commands: heard, answered twice, and not said again',
    values.commands === undefined
      ? null
      : () =>
          connected(async (client) => {
            await client.subscribe(own('down'))
            console.log(
              `      give this drone a command in the console within ${values.commands} s; hold or pause shows how a stop is answered`,
            )
            const given = () =>
              client.messages
                .map(({ payload }) => JSON.parse(payload))
                .find(({ id }) => id !== undefined)
            for (
              const untilMs = Date.now() + Number(values.commands) * 1000;
              Date.now() < untilMs && !given();
            )
              await sleep(100)
            const command = given()
            must(command, 'no command came')
            must(
              typeof command.n === 'number' &&
                typeof command.until === 'number' &&
                command.until > Date.now() &&
                typeof command.type === 'string',
              `it lacks a field: ${json(command)}`,
            )
            if (command.type === 'hold' || command.type === 'pause')
              await standStill(client, command)
            for (let i = 0; i < 2; i++)
              await acknowledged(
                client,
                own('reply'),
                json({ v: 1, id: command.id, result: 'done' }),
              )
            client.end()
            await sleep(300)
            await connected(async (next) => {
              await next.subscribe(own('down'))
              await sleep(1_500)
              must(
                !next.messages.some(({ payload }) => JSON.parse(payload).id === command.id),
                'it was said again after its answer',
              )
            })
          }),
  ],
]
