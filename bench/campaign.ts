// A campaign of 300 drones of twelve operators over 5,100 fields of a county; each drone sprays one
// field a day. Measured: each evening, the difference between the county's reported progress and
// the area truly covered; and how long queries about the task take while 300 drones send points.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { muFromM2 } from '@swath/domain/units'
import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import { measureTasks } from '@swath/server/modules/campaigns/unified-tasks/measure-tasks'
import { flyCampaign, groundOf } from '@swath/server/ground-truth/testing-campaign'
import { openCampaign, receiveCampaign } from '@swath/server/ground-truth/testing-county'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import { installJobQueue } from '@swath/server/platform/jobs/install-job-queue'
import { flags, quantile, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'campaign'
const dronesEach = flags.quick ? 2 : 25
const days = flags.quick ? 3 : 17
const startMs = Date.parse('2026-06-02T00:00:00Z')
const dayMs = 86_400_000
const pointsInMessage = 10
const quiet = new AbortController().signal

const scratch = await scratchDatabase()
await installJobQueue(scratch.db)
await loadRegionTable(scratch.db)
const campaign = flyCampaign(dronesEach, days, startMs)
say(`${campaign.flights.length} flights over ${campaign.fields.length} fields`)
const { ask, authority, services, clock, tftzId, close } = await openCampaign(
  scratch,
  campaign,
  startMs + days * dayMs,
)
const { receiveDay, receiveSlowly, judgeAgain, stop } = await receiveCampaign(
  scratch.db,
  campaign,
  pino({ level: 'silent' }),
)
const query = { tftzId }
const overview = () => ask<TaskOverview>(authority, 'getTaskOverview', { query })

/** Late data arrives later: those evenings are judged by the data received until then. */
const truthM2 = (day: number): number => {
  const flown = campaign.flights.filter(
    (flight) =>
      flight.day + (flight.deed === 'late' ? 2 : 0) <= day &&
      flight.deed !== 'neighbours-field' &&
      flight.deed !== 'wrong-chemical',
  )
  return [...groundOf(flown).values()].reduce((sum, one) => sum + one, 0)
}

let worstPercent = 0
const evening = async (day: number): Promise<void> => {
  let seen: TaskOverview
  do {
    await measureTasks(services, quiet)
    await judgeAgain()
    seen = await overview()
  } while (seen.isMeasuring)
  const { coveredArea, sortieCount } = seen
  const percent = Math.abs(coveredArea / muFromM2(truthM2(day)) - 1) * 100
  worstPercent = Math.max(worstPercent, percent)
  say(`day ${day}: ${sortieCount} flights, ${percent.toFixed(3)} % from the truth`)
}

const lastDay = days - 1
const begunMs = performance.now()
for (let day = 0; day < lastDay; day++) {
  await receiveDay(day)
  await evening(day)
}
report(bench, 'received and measured', 'time', (performance.now() - begunMs) / 1000, 's', lastDay)

const looks = {
  'figures of the task': () => overview(),
  'a page of its plots': () => ask(authority, 'getTaskPlots', { query }),
  'its plots, as the map is opened': () => ask(authority, 'getTaskMap', { query }),
  'its plots, as the map goes on': () => ask(authority, 'getTaskMapProgress', { query }),
}
/** Sends queries as consoles do, staggered, while the drones of the last day fly. */
const times = new Map(Object.keys(looks).map((name) => [name, [] as number[]]))
const messagesAS = campaign.drones.length / pointsInMessage
let isOver = false
const flying = receiveSlowly(lastDay, messagesAS, flags.seconds).finally(() => {
  isOver = true
})
const measuring = (async () => {
  while (!isOver) {
    await measureTasks(services, quiet)
    await sleep(2_000)
  }
})()
const begunLookingMs = performance.now()
const afterwardsMs = clock.now()
while (!isOver)
  for (const [name, look] of Object.entries(looks)) {
    const lookedMs = performance.now()
    clock.set(afterwardsMs + lookedMs - begunLookingMs)
    await look()
    times.get(name)!.push(performance.now() - lookedMs)
    await sleep(20)
  }
await Promise.all([flying, measuring])
for (const [name, all] of times) {
  const facts = { plots: campaign.fields.length, drones: campaign.drones.length }
  report(bench, name, 'p50', quantile(all, 0.5), 'ms', all.length, facts)
  report(bench, name, 'p99', quantile(all, 0.99), 'ms', all.length, facts)
}

await receiveDay(lastDay)
await evening(lastDay)
report(bench, 'progress', 'farthest from the truth', worstPercent, '%', days)
await stop()
await close()
await scratch.stop()
