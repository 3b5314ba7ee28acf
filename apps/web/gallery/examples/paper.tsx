import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from 'react-i18next'
import { formatArea, formatDay } from '../../src/lib/format.ts'
import { GroundMap } from '../../src/ui/paper/ground-map.tsx'
import style from '../../src/ui/paper/paper.module.css'
import { PrintButton, PrintScreen } from '../../src/ui/paper/print-screen.tsx'
import { SheetHead, WaitingSheet } from '../../src/ui/paper/report-sheet.tsx'
import { SheetFacts, SheetTable } from '../../src/ui/paper/sheet-table.tsx'
import { drones, fields, hourMs, timeAgo, type DroneRow } from '../data.ts'
import { nowMs } from '../fixed-start.ts'
import type { Example } from '../example.tsx'

const passes = Array.from({ length: 7 }, (_, pass) => pass)
const track = {
  lng: passes.flatMap((pass) => (pass % 2 === 0 ? [113.0003, 113.0035] : [113.0035, 113.0003])),
  lat: passes.flatMap((pass) => [28.2006 + pass * 0.000_25, 28.2007 + pass * 0.000_25]),
  spraying: passes.flatMap(() => [true, true]),
}

const Ground = () => {
  const { t } = useTranslation('ui')
  return (
    <GroundMap
      label={t('terms:coveredArea')}
      mostHeightMm={90}
      ground={{ covered: [[fields[0]!]], plots: [fields], tracks: [track] }}
    />
  )
}

const Facts = () => {
  const { t } = useTranslation('ui')
  const [one] = drones
  return (
    <>
      <SheetFacts
        areSums
        facts={{
          [t('terms:coveredArea')]: formatArea(one!.workArea, 'mu'),
          [t('terms:sorties')]: one!.sortieCount,
        }}
      />
      <SheetFacts
        facts={{
          [t('terms:drone')]: one!.droneName,
          [t('terms:serialNumber')]: one!.droneId,
          [t('terms:landing')]: formatDay(timeAgo(2 * hourMs)),
        }}
      />
    </>
  )
}

const Table = () => {
  const { t } = useTranslation('ui')
  return (
    <SheetTable<DroneRow>
      rows={drones}
      toKey={({ droneId }) => droneId}
      columns={[
        { head: t('terms:drone'), isText: true, cell: ({ droneName }) => droneName },
        { head: t('terms:serialNumber'), isMinor: true, cell: ({ droneId }) => droneId },
        {
          head: t('terms:landing'),
          isTime: true,
          cell: ({ lastSortieAt }) => formatDay(lastSortieAt),
        },
        {
          head: t('terms:coveredArea'),
          isFigure: true,
          cell: ({ workArea }) => formatArea(workArea, 'mu'),
        },
      ]}
      foot={
        <tr>
          <th scope="row" colSpan={2}>
            {t('terms:coveredArea')}
          </th>
          <td data-minor />
          <td data-figure>{formatArea(2_652.25, 'mu')}</td>
        </tr>
      }
    />
  )
}

const Report = () => {
  const { t } = useTranslation('ui')
  return (
    <PrintScreen
      title={t('terms:workRecord')}
      documentTitle={null}
      back={<Link to="/">{t('goBack')}</Link>}
      shown={drones}
      failed={null}
    >
      {(_shown, head) => (
        <article className={style.sheet}>
          {head}
          <h2>{t('terms:workRecord')}</h2>
          <Facts />
          <Ground />
          <Table />
        </article>
      )}
    </PrintScreen>
  )
}

const onSheet = (content: ReactNode) => () => <article className={style.sheet}>{content}</article>

export const paperExamples: readonly Example[] = [
  { name: 'ground-map', folder: 'ui/paper', Show: Ground },
  { name: 'print-button', folder: 'ui/paper', Show: () => <PrintButton isPrimary /> },
  { name: 'print-screen', folder: 'ui/paper', Show: Report, isScreen: true },
  {
    name: 'sheet-head',
    folder: 'ui/paper',
    Show: onSheet(<SheetHead madeAt={nowMs} />),
    isScreen: true,
  },
  { name: 'sheet-waiting', folder: 'ui/paper', Show: WaitingSheet, isScreen: true },
  { name: 'sheet-facts', folder: 'ui/paper', Show: onSheet(<Facts />), isScreen: true },
  { name: 'sheet-table', folder: 'ui/paper', Show: onSheet(<Table />), isScreen: true },
]
