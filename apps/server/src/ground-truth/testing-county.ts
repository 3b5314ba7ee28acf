// Creates the county of a campaign: its authority, operators, drones, fields and the task; and the
// gateway that receives the drones' messages.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { claimRoutes } from '@swath/contract/flights/claims'
import { subsidyRuleRoutes } from '@swath/contract/campaigns/subsidy-rules'
import { subsidyRoutes } from '@swath/contract/campaigns/subsidies'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { unifiedTaskStatRoutes } from '@swath/contract/campaigns/unified-task-stats'
import { unifiedTaskRoutes } from '@swath/contract/campaigns/unified-tasks'
import { claimHandlers } from '../modules/flights/claims/claims.routes.ts'
import { insertDroneRow, insertModel } from '../modules/flights/flights/testing-rows.queries.ts'
import { subsidyHandlers } from '../modules/campaigns/subsidies/subsidies.routes.ts'
import { unifiedTaskHandlers } from '../modules/campaigns/unified-tasks/unified-tasks.routes.ts'
import { startGateway } from '../gateway/gateway.ts'
import { createPostgresLog } from '../gateway/ingest-log/ingest-log.postgres.queries.ts'
import type { RecordKind } from '../gateway/protocols/record-kind.ts'
import { settableClock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { OwnDatabase } from '../platform/database/testing.ts'
import { createEventBus } from '../platform/events/events.ts'
import { openConsole, type TestPerson } from '../platform/http/testing-console.ts'
import { operatorCount, taskChemical, type Campaign } from './testing-campaign.ts'
import { insertFields } from './testing-county.queries.ts'

const dayMs = 86_400_000
/** Xihu district of Hangzhou. */
export const county = '156330106'
const messagesAtOnce = 4_000

export const campaignRoutes = {
  ...unifiedTaskRoutes,
  ...unifiedTaskStatRoutes,
  ...subsidyRuleRoutes,
  ...subsidyRoutes,
  ...claimRoutes,
}
type Call = keyof typeof campaignRoutes

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

type Console = Awaited<ReturnType<typeof openConsole<typeof campaignRoutes>>>

/** Owners of the flying drones and of the sprayed fields. */
const insertPeople = async (
  console_: Console,
  db: Db,
  { drones, fields, neighbours }: Campaign,
) => {
  const authority = await console_.person({ type: 'government', region_code: county })
  const treasurer = await console_.colleague(authority, { user_type: 4 })
  const farmer = await console_.person({ type: 'farmer', region_code: county })
  const maker = await console_.person({ type: 'manufacturer' })
  const modelId = await insertModel(db, maker.account.id)
  const operators: TestPerson[] = []
  for (let i = 0; i < operatorCount; i++)
    operators.push(
      await console_.person({
        type: 'operator',
        operator_type: 'team',
        name: `Team ${i + 1}`,
        region_code: county,
      }),
    )
  for (const { droneId, operator } of drones)
    await insertDroneRow(db, {
      id: droneId,
      modelId,
      manufacturerId: maker.account.id,
      operatorId: operators[operator]!.account.id,
      region_code: county,
    })
  await insertFields(db, [...fields, ...neighbours], {
    accountId: farmer.account.id,
    regionCode: county,
  })
  return { authority, treasurer, operators }
}

/**
 * Creates people, drones, fields, and an open task with every operator and drone.
 * @param nowMs of the console, after the campaign
 */
export const openCampaign = async (database: OwnDatabase, campaign: Campaign, nowMs: number) => {
  const console_ = await openConsole(
    database,
    campaignRoutes,
    (services) => ({
      ...unifiedTaskHandlers(services),
      ...subsidyHandlers(services),
      ...claimHandlers(services),
    }),
    nowMs,
  )
  const ask = <T>(person: TestPerson, call: Call, request: object = {}) =>
    console_.ask<T>(person, call, request)
  const people = await insertPeople(console_, database.db, campaign)
  const { authority, operators } = people
  const task = {
    tftzName: 'Rice blast, June',
    tftzType: 1,
    region: county,
    startDate: dayOf(campaign.startMs),
    endDate: dayOf(nowMs),
    cropId: 'rice',
    chemicals: [{ chemicalId: taskChemical, dose: 20, doseUnit: 'g' }],
    ground: 'plots',
  }
  const { tftzId } = await ask<UnifiedTask>(authority, 'createUnifiedTask', { body: task })
  const inPath = { params: { tftzId } }
  for (let from = 0; from < campaign.fields.length; from += 5_000)
    await ask(authority, 'addTaskPlots', {
      ...inPath,
      body: { blockIds: campaign.fields.slice(from, from + 5_000).map(({ plotId }) => plotId) },
    })
  await ask(authority, 'inviteTaskOperators', {
    ...inPath,
    body: { accountIds: operators.map(({ account }) => account.id) },
  })
  await ask(authority, 'setUnifiedTaskState', { ...inPath, body: { opr: 'open' } })
  for (const [i, person] of operators.entries()) {
    await ask(person, 'answerTaskInvitation', { ...inPath, body: { opr: 'accept' } })
    const own = campaign.drones.filter(({ operator }) => operator === i)
    await ask(person, 'addTaskDrones', {
      ...inPath,
      body: {
        droneIds: own.map(({ droneId }) => droneId),
        dataStartDate: task.startDate,
        dataEndDate: task.endDate,
      },
    })
  }
  const { services, clock } = console_
  return { ...people, tftzId, ask, services, clock, close: () => console_.close() }
}

/** A gateway without its MQTT endpoint, on a clock that follows the devices' messages. */
export const receiveCampaign = async (db: Db, { flights, startMs }: Campaign, log: Logger) => {
  const clock = settableClock(startMs)
  const gateway = await startGateway({
    db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log,
    door: false,
  })
  const ingestLog = createPostgresLog(db)
  const messages = flights.flatMap((flight) => flight.messages).toSorted((a, b) => a.atMs - b.atMs)
  let next = 0
  const append = async (untilMs: number, atMost: number): Promise<number> => {
    const part = messages.slice(next, next + atMost).filter(({ atMs }) => atMs < untilMs)
    next += part.length
    await Promise.all(
      part.map(({ droneId, topic, payload, atMs }) => {
        clock.set(Math.max(clock.now(), Math.ceil(atMs)))
        return ingestLog.append({
          receivedAtMs: clock.now(),
          droneId,
          kind: topic as RecordKind,
          refusal: '',
          bytes: payload,
        })
      }),
    )
    return part.length
  }
  const endOf = (day: number): number => startMs + (day + 1) * dayMs
  return {
    /** Processes everything that devices send until the end of this day (0, 1, 2 …). */
    receiveDay: async (day: number): Promise<void> => {
      while ((await append(endOf(day), messagesAtOnce)) > 0) await gateway.drain()
      clock.set(endOf(day))
      await gateway.drain()
    },
    /** Replays the messages of the day at this rate per second, for this many seconds at most. */
    receiveSlowly: async (day: number, messagesAS: number, seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        const begunMs = performance.now()
        if ((await append(endOf(day), messagesAS)) === 0) return
        await gateway.drain()
        await sleep(Math.max(0, 1_000 - (performance.now() - begunMs)))
      }
    },
    /** Recomputes flights queued because another had covered their ground before. */
    judgeAgain: () => gateway.drain(),
    stop: async (): Promise<void> => {
      await ingestLog.close()
      await gateway.stop()
    },
  }
}
