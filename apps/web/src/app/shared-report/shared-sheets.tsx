// The printed sheets of each kind of report, whose code is loaded only for that kind.
import type {
  PrintedFlights,
  PrintedInvoice,
  PrintedLogbook,
  PrintedPlot,
  PrintedStatement,
  PrintedSubsidy,
  PrintedTask,
  SharedReport,
} from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../lib/lazy-component.tsx'

type Sheets<Report> = { report: Report; head: ReactNode }

const Flights = lazyComponent<Sheets<PrintedFlights>>(async () => {
  const { FlightSheets, inOrder } =
    await import('../../modules/flights/work-reports/flight-sheets.tsx')
  return ({ report, head }) => (
    <FlightSheets report={{ ...report, sorties: inOrder(report.sorties) }} head={head} />
  )
})
const Plot = lazyComponent<Sheets<PrintedPlot>>(
  async () =>
    (await import('../../modules/flights/work-reports/plot-work-sheet.tsx')).PlotWorkSheet,
)
const Task = lazyComponent<Sheets<PrintedTask>>(
  async () => (await import('../../modules/campaigns/unified-tasks/task-sheet.tsx')).TaskSheet,
)
const Statement = lazyComponent<{ statement: PrintedStatement; head: ReactNode }>(
  async () =>
    (await import('../../modules/money/lease-billing/statement-sheet.tsx')).StatementSheet,
)
const Subsidy = lazyComponent<Sheets<PrintedSubsidy>>(
  async () => (await import('../../modules/campaigns/subsidies/subsidy-sheet.tsx')).SubsidySheet,
)

const Invoice = lazyComponent<{ invoice: PrintedInvoice; head: ReactNode }>(
  async () => (await import('../../modules/money/invoices/invoice-sheet.tsx')).InvoiceSheet,
)
const Logbook = lazyComponent<Sheets<PrintedLogbook>>(
  async () => (await import('../../modules/people/teams/logbook-sheet.tsx')).LogbookSheet,
)

/** The label of the report, for the title of the page and of its PDF. */
export const titleOf = ({ kind }: SharedReport['report']): string =>
  ({
    flights: 'work-reports:title',
    spraying: 'work-reports:title',
    plot: 'work-reports:plotTitle',
    task: 'unified-tasks:reportTitle',
    statement: 'lease-billing:statement',
    subsidy: 'subsidies:reportTitle',
    invoice: 'invoices:invoice',
    logbook: 'teams:logbook',
  })[kind]

export const SharedSheets = ({ report, head }: Sheets<SharedReport['report']>) => {
  switch (report.kind) {
    case 'flights':
    case 'spraying':
      return <Flights report={report} head={head} />
    case 'plot':
      return <Plot report={report} head={head} />
    case 'task':
      return <Task report={report} head={head} />
    case 'statement':
      return <Statement statement={report.statement} head={head} />
    case 'subsidy':
      return <Subsidy report={report} head={head} />
    case 'invoice':
      return <Invoice invoice={report.invoice} head={head} />
    case 'logbook':
      return <Logbook report={report} head={head} />
  }
}
