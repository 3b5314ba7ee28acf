import {
  sortieMessageList,
  type sortieMessageRoutes,
} from '@swath/contract/flights/sortie-messages'
import type { SortieMessage, SortieProof } from '@swath/contract/flights/sortie-messages'
import type { Scope } from '@swath/domain/access/caller'
import {
  checkRecord,
  readFlightEvents,
  type RecordProof,
} from '../../../gateway/recompute/public.ts'
import { readStoredPoints } from '../../../gateway/tracks/public.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import type { Services } from '../../../platform/services.ts'
import { findFlights, findFlightHead } from './flight-detail.queries.ts'
import type { MessagePage, MessagePart } from './message-page.ts'
import { viewFlight } from './flight-view.ts'

type Deps = Services
type Calls = Handlers<typeof sortieMessageRoutes>
type Sought = { droneId: string; sortieId: string }
type Asking = { owner: string; signal: AbortSignal }

/** Messages formatted at a time when all of them are exported. */
const writtenAtOnce = 20_000

/** Pages of the messages of a flight, if the scope contains it. */
const openMessages = async (db: Db, scope: Scope, { droneId, sortieId }: Sought) => {
  const flight = (await findFlights(db, scope, droneId, [sortieId]))[0] ?? fail('not_found')
  const [stored, events] = await Promise.all([
    readStoredPoints(db, droneId, flight),
    readFlightEvents(db, flight),
  ])
  return (part: MessagePart, asking: Asking): Promise<MessagePage> =>
    viewFlight(stored, { kind: 'messages', events, part }, asking)
}

type Asked = { kind?: SortieMessage['kind'] | undefined; order?: string | undefined }
const wanted = ({ kind, order }: Asked): Pick<MessagePart, 'kind' | 'descending'> => ({
  kind,
  descending: parseSort(order, sortieMessageList.defaultSort).descending,
})

const getSortieMessages =
  ({ readDb }: Deps): Calls['getSortieMessages'] =>
  async ({ query }, { caller, signal }) => {
    const { currentPage, pageSize } = query
    const read = await openMessages(readDb, caller.scope, query)
    const page = await read(
      { ...wanted(query), from: (currentPage - 1) * pageSize, count: pageSize },
      { owner: caller.userId, signal },
    )
    return { ...page, currentPage, pageSize }
  }

const exportSortieMessages =
  ({ readDb }: Deps): Calls['exportSortieMessages'] =>
  async ({ query }, context) => {
    const { caller, signal } = context
    const read = await openMessages(readDb, caller.scope, query)
    const each = async function* (): AsyncGenerator<SortieMessage> {
      for (let from = 0; ; from += writtenAtOnce) {
        const { items, total } = await read(
          { ...wanted(query), from, count: writtenAtOnce },
          { owner: caller.userId, signal },
        )
        yield* items
        if (from + items.length >= total) return
      }
    }
    return listFile(sortieMessageList, query, context, {
      rows: each(),
      present: (row) => row,
      cells: { recordTime: (row) => row.recordTime, message: (row) => row.message },
    })
  }

type Part = RecordProof['record'] | RecordProof['points'] | RecordProof['events']
const presentPart = ({ state, hash, since }: Part) => ({
  state,
  hash: hash && hash.toString('hex'),
  since: since && since.toISOString(),
})

const brokenAtMost = 20

const presentEvents = (events: RecordProof['events']): SortieProof['events'] => ({
  ...presentPart(events),
  fault: events.fault,
  broken: events.broken
    .slice(0, brokenAtMost)
    .map(({ key: [tMs, type, boot, seq], fault }) => ({
      kind: type,
      recordTime: new Date(tMs).toISOString(),
      boot: boot || null,
      seq: seq < 0 ? null : seq,
      fault,
    })),
})

const getSortieProof =
  ({ readDb }: Deps): Calls['getSortieProof'] =>
  async ({ query: { droneId, sortieId } }, { caller, signal }) => {
    const flight =
      (await findFlightHead(readDb, caller.scope, droneId, sortieId)) ?? fail('not_found')
    const proof = await checkRecord(readDb, droneId, sortieId, { owner: caller.userId, signal })
    return {
      sortieId,
      droneId,
      droneName: flight.drone_name,
      startTime: flight.start_at.toISOString(),
      endTime: flight.end_at.toISOString(),
      simulated: flight.simulated,
      record: { ...presentPart(proof.record), fault: proof.record.fault },
      points: { ...presentPart(proof.points), fault: proof.points.fault },
      events: presentEvents(proof.events),
    }
  }

export const sortieMessageHandlers = (services: Services): Calls => ({
  getSortieMessages: getSortieMessages(services),
  exportSortieMessages: exportSortieMessages(services),
  getSortieProof: getSortieProof(services),
})
