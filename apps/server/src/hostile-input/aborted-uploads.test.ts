// An upload that is aborted in the middle of a file leaves nothing behind: no row, no file, no
// temporary file.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appLogRoutes } from '@swath/contract/gear/app-logs'
import { droneRoutes } from '@swath/contract/fleet/drones'
import { fileRoutes } from '@swath/contract/files'
import { flightLogRoutes, type FlightLogRow } from '@swath/contract/flights/flight-logs'
import type { Route } from '@swath/contract/kit'
import { appLogHandlers } from '../modules/gear/app-logs/app-logs.routes.ts'
import { droneHandlers } from '../modules/fleet/drones/drones.routes.ts'
import { fileHandlers } from '../modules/people/files/files.routes.ts'
import { flightLogHandlers } from '../modules/flights/flight-logs/flight-logs.routes.ts'
import { insertDroneRow, insertModel } from '../modules/flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../platform/http/testing-console.ts'
import { rowsLeft } from './testing-rows-left.queries.ts'

const database = await ownTestDatabase(loadRegionTable)
const routes = { ...fileRoutes, ...appLogRoutes, ...flightLogRoutes, ...droneRoutes }
type Operation = keyof typeof routes

let folder: string
let port: number
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let team: TestPerson
let droneId: string
let logId: string
/** Results of the calls that receive a file. */
const outcomes: Promise<unknown>[] = []

const watched = <H extends object>(handlers: H): H =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (...given: unknown[]) => {
        const done = (handler as (...all: unknown[]) => Promise<unknown>)(...given)
        if ((routes as Record<string, Route>)[name]!.file)
          outcomes.push(done.catch((error: { code?: string }) => error.code))
        return done
      },
    ]),
  ) as H

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-aborted-'))
  console_ = await openConsole(
    database,
    routes,
    (services) =>
      watched({
        ...fileHandlers(services),
        ...appLogHandlers(services),
        ...flightLogHandlers(services),
        ...droneHandlers(services, { port: () => 1883 }),
      }),
    Date.now(),
    { dataFolder: folder, s3: undefined },
  )
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  const maker = await console_.person({ type: 'manufacturer' })
  const drone = await insertDroneRow(database.db, {
    modelId: await insertModel(database.db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  droneId = drone.id
  const log = await console_.ask<FlightLogRow>(team, 'createFlightLog', {
    body: { fileName: 'season.tlog', bytes: 500_000, modifiedMs: null, droneId: null },
  })
  logId = log.logId
  await console_.server.listen({ host: '127.0.0.1', port: 0 })
  port = (console_.server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await console_.close()
  await rm(folder, { recursive: true })
})

/** Announces 500 kB, sends 200 kB of it and disconnects. */
const sendHalf = async (operation: Operation, path: string): Promise<void> => {
  const { method, file } = routes[operation] as Route
  const head =
    `--b\r\ncontent-disposition: form-data; name="${file!.field}"; filename="x.png"\r\n` +
    'content-type: image/png\r\n\r\n'
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${team.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n\r\n' +
      head,
  )
  await new Promise((sent) => socket.write(Buffer.alloc(200_000, 0xff), sent))
  await expect.poll(() => outcomes.length).toBe(1)
  socket.destroy()
}

const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test.each([
  ['uploadImage', (): string => fileRoutes.uploadImage.path],
  ['uploadAppLog', (): string => `${appLogRoutes.uploadAppLog.path}?fileName=app.log`],
  [
    'appendFlightLog',
    (): string => `${flightLogRoutes.appendFlightLog.path.replace('{logId}', logId)}?offset=0`,
  ],
  [
    'addDroneFile',
    (): string =>
      `${droneRoutes.addDroneFile.path.replace('{droneId}', droneId)}?fileName=paper.png`,
  ],
] as const)('%s that is broken off leaves nothing', async (operation, path) => {
  const before = await rowsLeft(database.db)
  outcomes.length = 0
  await sendHalf(operation, path())
  expect(['one_file', 'FST_MP_PREMATURE_CLOSE']).toContain(await outcomes[0])
  expect(await rowsLeft(database.db)).toEqual(before)
  expect(await filesIn(folder)).toEqual([])
})
