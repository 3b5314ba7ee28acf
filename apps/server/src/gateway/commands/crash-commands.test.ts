// The program is killed between sending a command and receiving its answer: nothing is lost or
// executed twice.
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandDesk, emptyMemory } from '../../../../simulator/src/command-desk.ts'
import { Door } from '../../../../simulator/src/door.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { freePort, startChild } from '../testing-crash.ts'
import { orderCommand, stateOfCommand } from './testing-commands.queries.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'

const own = await ownTestDatabase()
let fleet: TestFleet
let port: number
let child: ChildProcess | undefined

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'CC', 2)
  port = await freePort()
})
afterAll(async () => {
  child?.kill('SIGKILL')
})

const openDevice = (i: number) => {
  const { droneId, secret } = fleet.drones[i]!
  const done: string[] = []
  const heard: string[] = []
  const radio = { losesAnswers: false }
  const desk = new CommandDesk({
    memory: emptyMemory(),
    save: () => undefined,
    now: Date.now,
    onState: () => undefined,
    answer: (answer) => {
      if (radio.losesAnswers) return
      void door.publish('reply', Buffer.from(JSON.stringify({ v: 1, ...answer })))
    },
    obey: (command) => {
      done.push((command as unknown as { id: string }).id)
      return 'done'
    },
  })
  const door: Door = new Door({
    url: `mqtt://127.0.0.1:${port}`,
    droneId,
    secret,
    onCommand: (payload) => {
      const { id } = JSON.parse(payload.toString()) as { id?: string }
      if (id !== undefined) heard.push(id)
      desk.hear(payload)
    },
  })
  door.open()
  return { droneId, done, heard, door, radio }
}

const kill = async (): Promise<void> => {
  const gone = once(child!, 'exit')
  child!.kill('SIGKILL')
  await gone
}
const order = (droneId: string) =>
  orderCommand(own.db, {
    droneId,
    accountId: fleet.operatorId,
    type: 'hold',
    goodForMs: 120_000,
    nowMs: Date.now(),
  })

test('a command that was sent but not answered when the program died is sent again, and executed once', async () => {
  child = await startChild(own.url, port)
  const device = openDevice(0)
  await eventually(() => device.door.connected)
  const ordered: string[] = []
  const unanswered: string[] = []
  for (let round = 0; round < 3; round++) {
    // The answer must be lost, not merely arrive after the program has restarted.
    device.radio.losesAnswers = true
    const id = await order(device.droneId)
    ordered.push(id)
    unanswered.push(id)
    await eventually(() => device.heard.includes(id))
    await kill() // received and executed; the answer is lost
    device.radio.losesAnswers = false
    expect((await stateOfCommand(own.db, id)).state).toBe('sent')
    ordered.push(await order(device.droneId)) // ordered while the program is down
    child = await startChild(own.url, port)
    for (const one of ordered)
      await eventually(async () => (await stateOfCommand(own.db, one)).state === 'done')
  }
  expect(device.done).toEqual(ordered)
  const timesSaid = (id: string) => device.heard.filter((one) => one === id).length
  expect(unanswered.filter((id) => timesSaid(id) < 2)).toEqual([])
  device.door.close()
})

test('an answer in transit when the program died is sent again', async () => {
  const device = openDevice(1)
  await eventually(() => device.door.connected)
  const ids: string[] = []
  for (let i = 0; i < 12; i++) {
    ids.push(await order(device.droneId))
    if (i % 4 !== 3) continue
    await eventually(() => device.heard.includes(ids.at(-4)!))
    await kill() // at a random point of four commands and their answers
    child = await startChild(own.url, port)
  }
  for (const id of ids)
    await eventually(async () => (await stateOfCommand(own.db, id)).state === 'done')
  expect(device.done).toEqual(ids)
  device.door.close()
})
