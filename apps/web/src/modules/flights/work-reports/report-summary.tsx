import type { PrintedFlight, PrintedFlights } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import {
  dash,
  formatArea,
  formatClock,
  formatDay,
  formatDuration,
  formatNumber,
  formatTime,
  formatUnit,
} from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { neighbours, type Ground } from '../../../ui/paper/ground-drawing.ts'
import { GroundMap, Legend } from '../../../ui/paper/ground-map.tsx'
import { Dose, DroneFacts, Fact, Signatures, useDoseLabel } from './report-parts.tsx'
import style from '../../../ui/paper/paper.module.css'

type Props = {
  head: ReactNode
  drone: PrintedFlights['drone']
  sorties: readonly PrintedFlight[]
  tracks: PrintedFlights['tracks']
}

const sumFigures = (
  sorties: readonly PrintedFlight[],
  figure: (sortie: PrintedFlight) => number,
): number => sorties.reduce((sum, sortie) => sum + figure(sortie), 0)
const listed = (names: readonly (string | null)[]): string =>
  [...new Set(names.filter((name) => name !== null))].join(', ') || dash

/** Maximum number of maps that fit next to the figures. */
const mostMaps = 4

const collectGround = (
  sorties: readonly PrintedFlight[],
  tracks: PrintedFlights['tracks'],
): Ground => ({
  covered: sorties.flatMap(({ coveredRings }) => coveredRings),
  plots: [
    ...new Map(
      sorties.flatMap(({ block }) => (block ? [[block.blockId, block.parts] as const] : [])),
    ).values(),
  ].flat(),
  tracks: tracks.filter(({ sortieId }) => sorties.some((sortie) => sortie.sortieId === sortieId)),
})

/** One map for nearby work, several for distant work. */
const SummaryMaps = ({ sorties, tracks }: Pick<Props, 'sorties' | 'tracks'>) => {
  const { t } = useTranslation('work-reports')
  const groups = neighbours(sorties.map((sortie) => collectGround([sortie], tracks))).map(
    (members) => members.map((index) => sorties[index]!),
  )
  const mostHeightMm = sorties.length > 8 ? 64 : 84
  if (groups.length < 2)
    return (
      <GroundMap
        ground={collectGround(sorties, tracks)}
        label={t('mapLabel')}
        mostHeightMm={mostHeightMm}
      />
    )
  const rowMm = groups.length > 2 ? 46 : 60
  return (
    <>
      <div className={`grid cols-2 gap-8 items-start ${style.maps}`}>
        {groups.slice(0, mostMaps).map((group) => {
          const title = [
            listed(group.map(({ blockName }) => blockName)),
            t('numbers', {
              numbers: group.map((sortie) => sorties.indexOf(sortie) + 1).join(', '),
            }),
          ]
            .filter((part) => part !== dash)
            .join(' · ')
          return (
            <GroundMap
              key={group[0]!.sortieId}
              ground={collectGround(group, tracks)}
              label={`${t('mapLabel')}: ${title}`}
              title={title}
              widthMm={88}
              mostHeightMm={rowMm}
            />
          )
        })}
      </div>
      <p className={`flex wrap muted text-11 mt-4 ${style.legend}`}>
        <Legend hasPlots={sorties.some(({ block }) => block !== null)} />
      </p>
      {groups.length > mostMaps && <p className={style.note}>{t('moreMaps')}</p>}
    </>
  )
}

type Sums = {
  readonly durationS: number
  readonly sprayArea: number
  readonly sweptArea: number
  readonly sprayL: number
}

/** Areas and litres of completed sorties; the duration of all. */
const sumUp = (sorties: readonly PrintedFlight[]): Sums => {
  const closed = sorties.filter(({ state }) => state === 'closed')
  return {
    durationS: sumFigures(sorties, ({ durationS }) => durationS),
    sprayArea: sumFigures(closed, ({ sprayArea }) => sprayArea),
    sweptArea: sumFigures(closed, ({ sweptArea }) => sweptArea),
    sprayL: sumFigures(closed, ({ sprayL }) => sprayL),
  }
}

const SumFacts = ({ sums }: { sums: Sums }) => {
  const { t: flight } = useTranslation('flights')
  return (
    <dl className={style.sums}>
      <Fact label={flight('coveredArea')}>
        <Area mu={sums.sprayArea} />
      </Fact>
      <Fact label={flight('sweptArea')}>
        <Area mu={sums.sweptArea} />
      </Fact>
      <Fact label={flight('litres')} unit="L">
        {formatNumber(sums.sprayL, 1)}
      </Fact>
      <Fact label={useDoseLabel()}>
        <Dose litres={sums.sprayL} mu={sums.sprayArea} />
      </Fact>
    </dl>
  )
}

const TableHead = () => {
  const { t } = useTranslation('work-reports')
  const { t: flight } = useTranslation('flights')
  const areaWord = useAreaWord()
  return (
    <thead>
      <tr>
        <th scope="col">{t('number')}</th>
        <th scope="col">{flight('start')}</th>
        <th scope="col" data-figure>
          {flight('duration')}
        </th>
        <th scope="col">{flight('plot')}</th>
        <th scope="col">{flight('pilot')}</th>
        <th scope="col" data-figure>
          {flight('coveredArea')} <span className={style.unit}>{areaWord}</span>
        </th>
        <th scope="col" data-figure>
          {flight('sweptArea')} <span className={style.unit}>{areaWord}</span>
        </th>
        <th scope="col" data-figure>
          {flight('litres')} <span className={style.unit}>{formatUnit('L')}</span>
        </th>
      </tr>
    </thead>
  )
}

const SortieRow = ({ sortie, number }: { sortie: PrintedFlight; number: number }) => {
  const unit = useAreaUnit()
  const isOpen = sortie.state === 'open'
  return (
    <tr>
      <td>{number}</td>
      <td>
        {formatDay(sortie.startTime)} {formatClock(sortie.startTime)}
      </td>
      <td data-figure>{formatDuration(sortie.durationS)}</td>
      <td>{sortie.blockName ?? dash}</td>
      <td>{sortie.oprName ?? dash}</td>
      <td data-figure>{isOpen ? dash : formatArea(sortie.sprayArea, unit)}</td>
      <td data-figure>{isOpen ? dash : formatArea(sortie.sweptArea, unit)}</td>
      <td data-figure>{isOpen ? dash : formatNumber(sortie.sprayL, 1)}</td>
    </tr>
  )
}

const SumRow = ({ sums }: { sums: Sums }) => {
  const { t } = useTranslation('work-reports')
  const unit = useAreaUnit()
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {t('sum')}
      </th>
      <td data-figure>{formatDuration(sums.durationS)}</td>
      <td colSpan={2} />
      <td data-figure>{formatArea(sums.sprayArea, unit)}</td>
      <td data-figure>{formatArea(sums.sweptArea, unit)}</td>
      <td data-figure>{formatNumber(sums.sprayL, 1)}</td>
    </tr>
  )
}

/** Summary of all sorties in a report, followed by a sheet for each. */
export const ReportSummary = ({ head, drone, sorties, tracks }: Props) => {
  const { t } = useTranslation('work-reports')
  const { t: flight } = useTranslation('flights')
  const [first, last] = [sorties[0]!, sorties.at(-1)!]
  const sums = sumUp(sorties)
  return (
    <article className={style.sheet}>
      {head}
      <h2>
        {t('title')} <small>{t('summary', { count: sorties.length })}</small>
      </h2>
      <dl className={style.facts}>
        <DroneFacts droneId={first.droneId} droneName={first.droneName} drone={drone} />
        <Fact label={t('operator')}>
          {listed(sorties.map(({ yyAccountName }) => yyAccountName))}
        </Fact>
        <Fact label={flight('pilot')}>{listed(sorties.map(({ oprName }) => oprName))}</Fact>
        <Fact label={flight('start')}>{formatTime(first.startTime)}</Fact>
        <Fact label={flight('end')}>{formatTime(last.endTime)}</Fact>
        <div data-wide>
          <dt>{flight('plot')}</dt>
          <dd>{listed(sorties.map(({ blockName }) => blockName))}</dd>
        </div>
      </dl>
      <SummaryMaps sorties={sorties} tracks={tracks} />
      <SumFacts sums={sums} />
      <table className={style.table}>
        <TableHead />
        <tbody>
          {sorties.map((sortie, index) => (
            <SortieRow key={sortie.sortieId} sortie={sortie} number={index + 1} />
          ))}
        </tbody>
        <tfoot>
          <SumRow sums={sums} />
        </tfoot>
      </table>
      <p className={style.note}>{t('sumNote')}</p>
      <Signatures />
    </article>
  )
}
