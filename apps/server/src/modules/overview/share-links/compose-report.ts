// A shared report, composed of the same calls as on the screen of the person who shared it.
import type { Api, Operation } from '@swath/contract/api'
import type { Answer, Call } from '@swath/contract/kit'
import {
  printedLogbookLinesAtMost,
  printedSubsidyLinesAtMost,
  type SharedReport,
  type SharedReportOf,
} from '@swath/contract/overview/shared-reports'
import { ServiceError } from '../../../platform/errors/fail.ts'

/** A call with the rights of the person who shared the report. */
export type Ask = <O extends Operation>(
  operation: O,
  parts: Call<Api[O]>,
) => Promise<Answer<Api[O]>>

/** `name` identifies the report in the log. */
type Composed = { report: SharedReport['report']; name: string }
type Of<Kind extends SharedReportOf['kind']> = Extract<SharedReportOf, { kind: Kind }>

export const isUnseen = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'not_found' || error.code === 'forbidden')

/** Null if the row does not exist for the person, or the call is not theirs. */
const ifSeen = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isUnseen(error)) return null
    throw error
  })

const composeFlights = async (
  ask: Ask,
  { kind, droneId, sortieIds }: Of<'flights'>,
): Promise<Composed> => {
  const [drone, { tracks }, sorties] = await Promise.all([
    ifSeen(ask('getDrone', { query: { droneId } })),
    ask('getTracks', { body: { droneId, ids: sortieIds } }),
    Promise.all(sortieIds.map((sortieId) => ask('getSortie', { query: { droneId, sortieId } }))),
  ])
  return { report: { kind, drone, sorties, tracks }, name: sorties[0]?.droneName ?? droneId }
}

const composeSpraying = async (
  ask: Ask,
  { kind, blockId, droneId, sortieId }: Of<'spraying'>,
): Promise<Composed> => {
  const sortie = await ask('getPlotReport', { query: { blockId, droneId, sortieId } })
  return {
    report: { kind, drone: null, sorties: [sortie], tracks: [] },
    name: sortie.blockName ?? sortie.droneName,
  }
}

const composePlot = async (
  ask: Ask,
  { kind, blockId, fromDay, untilDay, sortieIds }: Of<'plot'>,
): Promise<Composed> => {
  const params = { blockId }
  const days = { fromDay, untilDay }
  const [plot, ground, { items }] = await Promise.all([
    ask('getPlot', { params }),
    ask('getPlotGround', { params, query: { ...days, sortieIds: sortieIds.join(',') } }),
    ask('getPlotSprayings', { params, query: days }),
  ])
  const sprayings = items
    .filter(({ sortieId }) => sortieIds.length === 0 || sortieIds.includes(sortieId))
    .toReversed()
  return { report: { kind, plot, ground, sprayings }, name: plot.blockName }
}

const composeTask = async (ask: Ask, { kind, tftzId }: Of<'task'>): Promise<Composed> => {
  const query = { query: { tftzId } }
  const [task, overview, owners, days, regions, villages, map, progress] = await Promise.all([
    ask('getUnifiedTask', { params: { tftzId } }),
    ask('getTaskOverview', query),
    ask('getTaskOwners', query),
    ask('getTaskData', query),
    ask('getTaskRegions', query),
    ask('getTaskVillages', query),
    ask('getTaskMap', query),
    ask('getTaskMapProgress', query),
  ])
  const covered = new Map(progress.items.map((one) => [one.blockId, one.coveredRatio]))
  const report = {
    kind,
    task,
    overview,
    owners: owners.items,
    days: days.items,
    regions: regions.items,
    villages: villages.items,
    plots: map.items.map(({ blockId, village, parts }) => ({
      village,
      parts,
      coveredRatio: covered.get(blockId) ?? 0,
    })),
  }
  return { report, name: task.tftzName }
}

const composeStatement = async (
  ask: Ask,
  { kind, clientId, month }: Of<'statement'>,
): Promise<Composed> => {
  const statement = await ask('getLeaseStatement', { query: { clientId, month } })
  return { report: { kind, statement }, name: `${statement.clientName} ${month}` }
}

const composeSubsidy = async (ask: Ask, { kind, subsidyId }: Of<'subsidy'>): Promise<Composed> => {
  const [subsidy, { items: lines }] = await Promise.all([
    ask('getSubsidy', { params: { subsidyId } }),
    ask('listSubsidyLines', { query: { subsidyId, pageSize: String(printedSubsidyLinesAtMost) } }),
  ])
  const name = [subsidy.region.at(-1), subsidy.year, subsidy.seasons].filter(Boolean).join(' ')
  return { report: { kind, subsidy, lines }, name }
}

const composeInvoice = async (ask: Ask, { kind, ticketId }: Of<'invoice'>): Promise<Composed> => {
  const invoice = await ask('getInvoice', { params: { ticketId } })
  return { report: { kind, invoice }, name: invoice.invoiceNo ?? invoice.ticketNo }
}

const composeLogbook = async (
  ask: Ask,
  { kind, userId, year }: Of<'logbook'>,
): Promise<Composed> => {
  const { items, userName, groupName, stats } = await ask('listLogbook', {
    query: { userId, year, size: String(printedLogbookLinesAtMost) },
  })
  const entries = items.toReversed()
  const report = { kind, year: year ?? null, userName, groupName, stats, entries }
  return { report, name: [userName, year].filter(Boolean).join(' ') }
}

/** @throws not_found or forbidden if the person may not open the report */
export const composeReport = (ask: Ask, of: SharedReportOf): Promise<Composed> => {
  switch (of.kind) {
    case 'flights':
      return composeFlights(ask, of)
    case 'spraying':
      return composeSpraying(ask, of)
    case 'plot':
      return composePlot(ask, of)
    case 'task':
      return composeTask(ask, of)
    case 'statement':
      return composeStatement(ask, of)
    case 'subsidy':
      return composeSubsidy(ask, of)
    case 'invoice':
      return composeInvoice(ask, of)
    case 'logbook':
      return composeLogbook(ask, of)
  }
}
