// Reports that a link shows without a sign-in, reduced to the fields that are printed.
import { z } from 'zod'
import { SubsidyDetail } from '../campaigns/subsidies.ts'
import { SubsidyId, SubsidyLine } from '../campaigns/subsidy-rows.ts'
import { TaskOverview } from '../campaigns/unified-task-overview.ts'
import { TaskDay, TaskId, UnifiedTask } from '../campaigns/unified-task-rows.ts'
import { DrawnParts, DroneId, Mu, RegionPath, Time, filter } from '../fields.ts'
import { DroneDetail } from '../fleet/drones.ts'
import { SortieDetail, Track } from '../flights/flights.ts'
import { PlotGround, PlotSpraying, groundFlightsAtMost } from '../flights/plot-work.ts'
import { LogbookEntry, logbookList, logbookRoutes } from '../gear/logbooks.ts'
import { id, notARow } from '../ids.ts'
import { PlotDetail } from '../land/plots.ts'
import { InvoiceDetail } from '../money/invoices.ts'
import { Statement } from '../money/lease-bills.ts'
import { Month } from '../money/lease-bill-fields.ts'
import { RentalClientId } from '../money/leasing-fields.ts'

const SortieIds = z.array(id('sortie'))

/** The report that a link shows. */
export const SharedReportOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flights'), droneId: DroneId, sortieIds: SortieIds.min(1).max(20) }),
  z
    .object({
      kind: z.literal('spraying'),
      blockId: id('plot'),
      droneId: DroneId,
      sortieId: id('sortie'),
    })
    .describe('One flight over a plot, as its owner sees it'),
  z
    .object({
      kind: z.literal('plot'),
      blockId: id('plot'),
      fromDay: filter(z.iso.date()),
      untilDay: filter(z.iso.date()),
      sortieIds: SortieIds.max(groundFlightsAtMost).describe('Empty: all flights of the period'),
    })
    .describe('The work on a plot: given flights, or those of a period'),
  z.object({ kind: z.literal('task'), tftzId: TaskId }),
  z.object({ kind: z.literal('statement'), clientId: RentalClientId, month: Month }),
  z.object({ kind: z.literal('subsidy'), subsidyId: SubsidyId }),
  z.object({ kind: z.literal('invoice'), ticketId: id('invoice') }),
  z
    .object({ kind: z.literal('logbook'), userId: id('user'), year: logbookList.filters.year })
    .describe('The flights of a pilot by month; without a year, of all years'),
])
export type SharedReportOf = z.infer<typeof SharedReportOf>

export const PrintedFlight = SortieDetail.pick({
  sortieId: true,
  droneId: true,
  droneName: true,
  state: true,
  startTime: true,
  endTime: true,
  oprName: true,
  yyAccountName: true,
  blockName: true,
  region: true,
  durationS: true,
  sprayTimeS: true,
  sprayArea: true,
  sweptArea: true,
  overlapRatio: true,
  outsideRatio: true,
  sprayL: true,
  sprayWidth: true,
  meanSpeed: true,
  meanHeight: true,
  meanFlow: true,
  workMode: true,
  anomalies: true,
  simulated: true,
  crop: true,
  chemical: true,
  hash: true,
  chainIntact: true,
  block: true,
  weather: true,
  coveredRings: true,
}).meta({ id: 'PrintedFlight' })
export type PrintedFlight = z.infer<typeof PrintedFlight>

export const PrintedFlights = z.object({
  drone: DroneDetail.pick({ modelName: true, regMark: true })
    .nullable()
    .describe('Null if the person who shared the report no longer sees the drone'),
  sorties: z.array(PrintedFlight),
  tracks: z.array(Track.pick({ sortieId: true, lng: true, lat: true, spraying: true })),
})
export type PrintedFlights = z.infer<typeof PrintedFlights>

export const PrintedPlot = z.object({
  plot: PlotDetail.pick({
    blockName: true,
    accountName: true,
    area: true,
    crop: true,
    region: true,
    parts: true,
  }),
  ground: PlotGround.pick({
    area: true,
    coveredArea: true,
    missedArea: true,
    repeatedArea: true,
    coveredRings: true,
    missedRings: true,
    repeatedRings: true,
  }),
  sprayings: z
    .array(
      PlotSpraying.pick({
        sortieId: true,
        droneName: true,
        startTime: true,
        yyAccountName: true,
        chemical: true,
        sprayL: true,
        coveredArea: true,
        outsideRatio: true,
      }),
    )
    .describe('In order of time'),
})
export type PrintedPlot = z.infer<typeof PrintedPlot>

const work = { sortieCount: z.int(), coveredArea: Mu, sprayQuantity: z.number() }
const ground = { region: RegionPath, plotNum: z.int(), area: Mu, coveredArea: Mu }

export const PrintedTask = z.object({
  task: UnifiedTask.pick({
    tftzName: true,
    state: true,
    accountName: true,
    zfMonitorName: true,
    startDate: true,
    endDate: true,
    crop: true,
    chemicals: true,
    region: true,
    frozenHash: true,
  }),
  overview: TaskOverview.pick({
    goalArea: true,
    coveredArea: true,
    outsideArea: true,
    repeatedArea: true,
    flownArea: true,
    againArea: true,
    missedArea: true,
    plotNum: true,
    workedPlotNum: true,
  }),
  owners: z.array(z.object({ accountName: z.string().nullable(), ...work })),
  days: z.array(z.object({ day: TaskDay, ...work })),
  regions: z.array(z.object({ regionCode: z.string(), ...ground })),
  villages: z.array(z.object({ regionCode: z.string(), village: z.string(), ...ground })),
  plots: z.array(z.object({ village: z.string(), parts: DrawnParts, coveredRatio: z.number() })),
})
export type PrintedTask = z.infer<typeof PrintedTask>

export const PrintedStatement = Statement.pick({
  clientName: true,
  lessorAccountName: true,
  month: true,
  timeZone: true,
  isClosed: true,
  balances: true,
  totals: true,
})
  .extend({
    lines: z.array(
      Statement.shape.lines.element.pick({
        lineId: true,
        at: true,
        kind: true,
        isCounterEntry: true,
        droneName: true,
        note: true,
        coveredArea: true,
        flightTime: true,
        unitPrice: true,
        chargeBy: true,
        amount: true,
        balance: true,
      }),
    ),
  })
  .meta({ id: 'PrintedStatement' })
export type PrintedStatement = z.infer<typeof PrintedStatement>

/** Maximum number of lines in the report of a subsidy. */
export const printedSubsidyLinesAtMost = 500

export const PrintedSubsidy = z.object({
  subsidy: SubsidyDetail.pick({
    year: true,
    seasons: true,
    region: true,
    accountName: true,
    state: true,
    isPart: true,
    currency: true,
    totalMinor: true,
    stoppedMinor: true,
    coveredArea: true,
    lineNum: true,
    proposedAt: true,
    approvedAt: true,
    paidAt: true,
    paymentReference: true,
    linesHash: true,
  }),
  lines: z
    .array(
      SubsidyLine.pick({
        number: true,
        blockName: true,
        yyAccountName: true,
        state: true,
        groundArea: true,
        amountMinor: true,
        currency: true,
      }),
    )
    .max(printedSubsidyLinesAtMost)
    .describe('The first lines, in order of their numbers'),
})
export type PrintedSubsidy = z.infer<typeof PrintedSubsidy>

export const PrintedInvoice = InvoiceDetail.pick({
  ticketNo: true,
  invoiceNo: true,
  state: true,
  ticketType: true,
  accountName: true,
  amountMinor: true,
  currency: true,
  decidedAt: true,
  buyer: true,
  sellerName: true,
  seller: true,
}).extend({
  lines: z.array(
    InvoiceDetail.shape.lines.element.pick({
      orderSn: true,
      orderType: true,
      droneId: true,
      droneName: true,
      year: true,
      amountMinor: true,
    }),
  ),
})
export type PrintedInvoice = z.infer<typeof PrintedInvoice>

/** Maximum number of lines in a printed logbook. */
export const printedLogbookLinesAtMost = 500

const Logbook = logbookRoutes.listLogbook.out.shape
export const PrintedLogbook = z.object({
  year: z.string().nullable().describe('Null: all years'),
  userName: Logbook.userName,
  groupName: Logbook.groupName,
  stats: Logbook.stats,
  entries: z
    .array(
      LogbookEntry.pick({
        month: true,
        modelName: true,
        sortieCount: true,
        durationS: true,
        sprayArea: true,
        sprayL: true,
        places: true,
      }),
    )
    .max(printedLogbookLinesAtMost)
    .describe('The latest months, in order of time'),
})
export type PrintedLogbook = z.infer<typeof PrintedLogbook>

export const SharedReport = z
  .object({
    accountName: z.string().describe('Account that shared the report'),
    userName: z.string().describe('Person who shared the report'),
    timeZone: z.string().describe('Time zone in which the times of the report are shown'),
    madeAt: Time,
    expiresAt: Time,
    openingId: notARow('Only for the reader of the link', z.uuid()),
    report: z.discriminatedUnion('kind', [
      PrintedFlights.extend({ kind: z.literal(['flights', 'spraying']) }),
      PrintedPlot.extend({ kind: z.literal('plot') }),
      PrintedTask.extend({ kind: z.literal('task') }),
      z.object({ kind: z.literal('statement'), statement: PrintedStatement }),
      PrintedSubsidy.extend({ kind: z.literal('subsidy') }),
      z.object({ kind: z.literal('invoice'), invoice: PrintedInvoice }),
      PrintedLogbook.extend({ kind: z.literal('logbook') }),
    ]),
  })
  .meta({ id: 'SharedReport' })
export type SharedReport = z.infer<typeof SharedReport>
