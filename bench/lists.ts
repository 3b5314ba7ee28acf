// The two long lists over HTTP: 200,000 drones and 2,000,000 sorties in one PostgreSQL, the program
// in a separate process. Each kind of request is sent 50 times a second whether or not the last
// answer has arrived, with values that change from one request to the next. Measured: the time to
// each answer; an export's first byte, its speed, the program's memory meanwhile, and how soon
// PostgreSQL is idle after the reader has disconnected.
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { tx } from '@swath/server/platform/database/database'
import { mergeSumChanges } from '@swath/server/modules/figures/figures/merge-sums.queries'
import type { GatewayReady } from './gateway-process.ts'
import { flags, quantile, report, say } from './measure.ts'
import { writeWorld, type World } from './million-rows.ts'
import { startScript } from './processes.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'lists'
const drones = flags.quick ? 5_000 : 200_000
const sorties = flags.quick ? 50_000 : 2_000_000
const perSecond = 50
const secondsEach = flags.quick ? 2 : 10
const droneList = '/api/drone/device/manage/getDroneList'
const flightList = '/api/drone/mointor/manage/getHistoryFlyList'
const simulatedList = '/api/drone/mointor/manage/getSimulateFlyList'

type Who = keyof World['bearer']
/** `i` selects the values of a question, which differ between requests. */
type Question = { name: string; as: Who; path: (i: number, world: World) => string }

const day = (i: number): string => new Date(Date.UTC(2026, 0, 1 + (i % 300))).toISOString()
const last = (rows: number): number => Math.min(1_000, Math.floor(rows / 20))
const of = (list: string, query: Record<string, string | number>): string =>
  `${list}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`

const whos = ['platform', 'province', 'maker', 'operator'] as const
const questions: Question[] = [
  ...whos.flatMap((as): Question[] => [
    { name: 'drones, first page', as, path: () => of(droneList, { currentPage: 1, pageSize: 20 }) },
    {
      name: 'flights, first page',
      as,
      path: () => of(flightList, { currentPage: 1, pageSize: 20 }),
    },
  ]),
  {
    name: 'drones, page 1,000',
    as: 'platform',
    path: () => of(droneList, { currentPage: last(drones), pageSize: 20 }),
  },
  { name: 'drones by area', as: 'platform', path: () => of(droneList, { sortParam: '-workArea' }) },
  {
    name: 'drones by area, page 1,000',
    as: 'platform',
    path: () => of(droneList, { currentPage: last(drones), sortParam: '-workArea' }),
  },
  {
    name: 'drones by id',
    as: 'platform',
    path: (i) => of(droneList, { droneId: `SWB-000${1000 + ((i * 7) % 4000)}` }),
  },
  {
    name: 'drones by name',
    as: 'platform',
    path: (i) => of(droneList, { droneName: `one ${100 + ((i * 13) % 900)}` }),
  },
  {
    name: 'drones by model',
    as: 'platform',
    path: (i) => of(droneList, { modelName: `Model ${i % 60}` }),
  },
  {
    name: 'drones by owner',
    as: 'platform',
    path: (i) => of(droneList, { yyAccountName: `Operator ${i % 1000}` }),
  },
  {
    name: 'drones by maker',
    as: 'platform',
    path: (i) => of(droneList, { zzAccountName: `Maker ${i % 20}` }),
  },
  {
    name: 'drones by pilot',
    as: 'platform',
    path: (i) => of(droneList, { oprName: `Pilot ${1000 + ((i * 7) % 2000)}` }),
  },
  {
    name: 'drones by state',
    as: 'platform',
    path: (i) =>
      of(droneList, {
        regFlag: i % 3,
        deviceType: ['sprayer', 'spreader', 'mapper'][i % 3]!,
        saleType: 1 + (i % 3),
      }),
  },
  {
    name: 'flights, page 1,000',
    as: 'platform',
    path: () => of(flightList, { currentPage: last(sorties), pageSize: 20 }),
  },
  {
    name: 'flights, page 1,000',
    as: 'maker',
    path: () => of(flightList, { currentPage: last(sorties / 20), pageSize: 20 }),
  },
  { name: 'flights by area', as: 'platform', path: () => of(flightList, { order: '-sprayArea' }) },
  {
    name: 'flights of a day',
    as: 'platform',
    path: (i) => of(flightList, { startTime: day(i), endTime: day(i + 1) }),
  },
  {
    name: 'flights of a quarter',
    as: 'platform',
    path: (i) => of(flightList, { startTime: day(i), endTime: day(i + 90) }),
  },
  {
    name: 'flights of a drone',
    as: 'platform',
    path: (i) => of(flightList, { droneId: `SWB-${String((i * 37) % drones).padStart(7, '0')}` }),
  },
  {
    name: 'flights by drone name',
    as: 'platform',
    path: (i) => of(flightList, { droneName: `one ${100 + ((i * 13) % 900)}` }),
  },
  {
    name: 'flights by pilot',
    as: 'platform',
    path: (i) => of(flightList, { oprName: `Pilot ${1000 + ((i * 7) % 2000)}` }),
  },
  {
    name: 'flights by owner',
    as: 'platform',
    path: (i) => of(flightList, { yyAccountName: `Operator ${i % 1000}` }),
  },
  {
    name: 'flights by maker',
    as: 'platform',
    path: (i) => of(flightList, { zzAccountName: `Maker ${i % 20}` }),
  },
  {
    name: 'flights by mode',
    as: 'platform',
    path: (i) => of(flightList, { workMode: 1 + (i % 5) }),
  },
  {
    name: 'flights with alarms',
    as: 'platform',
    path: (i) => of(flightList, { oddType: 1 + (i % 5) }),
  },
  ...whos.map((as): Question => ({
    name: 'simulated flights, first page',
    as,
    path: () => of(simulatedList, { currentPage: 1, pageSize: 20 }),
  })),
  {
    name: 'simulated flights of a quarter',
    as: 'platform',
    path: (i) => of(simulatedList, { startTime: day(i), endTime: day(i + 90) }),
  },
  {
    name: 'simulated flights by owner',
    as: 'platform',
    path: (i) => of(simulatedList, { yyAccountName: `Operator ${i % 1000}` }),
  },
  {
    name: 'simulated flights of a drone',
    as: 'platform',
    path: (i) =>
      of(simulatedList, { droneId: `SWB-${String((i * 37) % drones).padStart(7, '0')}` }),
  },
  {
    name: 'flights of a region',
    as: 'platform',
    path: (i) => of(flightList, { region: `156${11 + (i % 30)}0000` }),
  },
]

const fetched = async (address: string, bearer: string): Promise<number> => {
  const startedMs = performance.now()
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${bearer}`, language: 'en' },
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${address} → ${response.status} ${text.slice(0, 200)}`)
  return performance.now() - startedMs
}

/** Sends requests at a steady rate, regardless of response times. */
const asked = async (base: string, { as, path }: Question, world: World): Promise<number[]> => {
  for (let i = 0; i < 3; i++) await fetched(base + path(i, world), world.bearer[as])
  const count = perSecond * secondsEach
  const startedMs = performance.now()
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await new Promise((resume) =>
        setTimeout(resume, Math.max(0, startedMs + (i * 1000) / perSecond - performance.now())),
      )
      return fetched(base + path(i, world), world.bearer[as])
    }),
  )
}

const readMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const opened = (address: string, bearer: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { authorization: `Bearer ${bearer}`, language: 'en' } }, resolve).once(
      'error',
      reject,
    )
  })

const database = await scratchDatabase()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
try {
  const world = await writeWorld(client, drones, sorties, (what) => say(`${bench}: ${what}`))
  await tx(database.db, mergeSumChanges) // as the program does once a minute
  await client.query('vacuum analyze') // all tables: the program decides which sums exist
  const program = startScript(new URL('gateway-process.ts', import.meta.url), [
    'program',
    database.url,
    database.folder,
  ])
  const base = `http://localhost:${(await program.ready<GatewayReady>()).httpPort}`
  try {
    for (const question of questions.filter(
      ({ name }) => !process.env['ONLY'] || name.includes(process.env['ONLY']),
    )) {
      const times = await asked(base, question, world)
      const variant = `${question.name}, as ${question.as}`
      report(bench, variant, 'p50', quantile(times, 0.5), 'ms', 1)
      report(bench, variant, 'p99', quantile(times, 0.99), 'ms', 1)
    }
    for (const [name, path] of [
      ['drones', `/api/drone/device/manage/exportDroneList`],
      ['flights', `/api/drone/mointor/manage/exportHistoryFlyList`],
    ] as const) {
      const query =
        name === 'flights' ? `?startTime=2026-10-15T00:00:00Z&endTime=2026-11-20T00:00:00Z` : ''
      // The program's heap grows to its working size first.
      for (let warming = 0; warming < 2; warming++)
        await finished((await opened(base + path + query, world.bearer.platform)).resume())
      const restMb = readMegabytes(program.pid)
      const startedMs = performance.now()
      const answer = await opened(base + path + query, world.bearer.platform)
      let [firstMs, lines, mostMb] = [0, 0, 0]
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        firstMs ||= performance.now() - startedMs
        for (const byte of chunk) if (byte === 10) lines++
        mostMb = Math.max(mostMb, readMegabytes(program.pid))
      }
      if (answer.statusCode !== 200) throw new Error(`${path} → ${answer.statusCode}`)
      report(bench, `export of ${name}`, 'first byte', firstMs, 'ms', 1, { rows: lines - 1 })
      report(bench, `export of ${name}`, 'whole', performance.now() - startedMs, 'ms', 1, {
        rows: lines - 1,
      })
      report(bench, `export of ${name}`, 'memory above rest', mostMb - restMb, 'MB', 1)

      const left = await opened(base + path + query, world.bearer.platform)
      await new Promise((resume) => left.once('data', resume))
      left.destroy()
      const leftMs = performance.now()
      const busy = async (): Promise<boolean> =>
        (
          await client.query(
            `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
          )
        ).rowCount! > 0
      await new Promise((resume) => setTimeout(resume, 200))
      while ((await busy()) && performance.now() - leftMs < 20_000)
        await new Promise((resume) => setTimeout(resume, 50))
      report(
        bench,
        `export of ${name}`,
        'rest after the reader left',
        performance.now() - leftMs,
        'ms',
        1,
      )
    }
  } finally {
    await program.ask({ do: 'stop' })
  }
} finally {
  await client.end()
  await database.stop()
}
