import type { PrintedFlight, PrintedFlights } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { ReportPage } from './report-page.tsx'
import { ReportSummary } from './report-summary.tsx'

/** In the order in which they were flown; simulated flights contain no work to sign for. */
export const inOrder = <S extends Pick<PrintedFlight, 'simulated' | 'startTime'>>(
  sorties: readonly S[],
): S[] =>
  sorties
    .filter(({ simulated }) => !simulated)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))

type Props = { report: PrintedFlights; head: ReactNode }

/** A sheet for each flight, below a summary if there are several. */
export const FlightSheets = ({ report: { drone, sorties, tracks }, head }: Props) => (
  <>
    {sorties.length > 1 && (
      <ReportSummary head={head} drone={drone} sorties={sorties} tracks={tracks} />
    )}
    {sorties.map((sortie, index) => (
      <ReportPage
        key={sortie.sortieId}
        head={head}
        drone={drone}
        sortie={sortie}
        tracks={tracks.filter(({ sortieId }) => sortieId === sortie.sortieId)}
        place={sorties.length > 1 ? { number: index + 1, count: sorties.length } : null}
      />
    ))}
  </>
)
