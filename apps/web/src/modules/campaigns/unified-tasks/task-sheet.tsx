import type { PrintedTask } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dash,
  formatCount,
  formatDay,
  formatNumber,
  formatRatio,
  formatPlace,
} from '../../../lib/format.ts'
import { useShownRest } from '../../../ui/area-sum.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { GroundMap, sheetMm } from '../../../ui/paper/ground-map.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import type { Ground } from '../../../ui/paper/ground-drawing.ts'
import { splitGround } from '../../../ui/paper/split-ground.ts'
import { formatWorkedPlots, RepeatedArea, useAreaLines } from './task-figures.tsx'

export type TaskReport = Omit<PrintedTask, 'plots'> & {
  plots: readonly { village: string; parts: Ground['plots']; coveredRatio: number }[]
}

type Row = { key: string; name: string } & Pick<
  PrintedTask['days'][number],
  'coveredArea' | 'sortieCount' | 'sprayQuantity'
>

const Facts = ({ task, overview }: Pick<PrintedTask, 'task' | 'overview'>) => {
  const { t } = useTranslation('unified-tasks')
  const facts = {
    [t('maker')]: task.accountName,
    [t('supervisor')]: task.zfMonitorName ?? dash,
    [t('days')]: `${formatDay(task.startDate)} – ${formatDay(task.endDate)}`,
    [t('crop')]: task.crop ?? t('cropAny'),
    [t('chemicals')]: task.chemicals.map(({ chemicalName }) => chemicalName).join(' · ') || dash,
    [t('workedPlots')]: formatWorkedPlots(overview),
  }
  return (
    <SheetFacts facts={facts}>
      <div data-wide>
        <dt>{t('terms:region')}</dt>
        <dd>{task.region.join(' / ')}</dd>
      </div>
    </SheetFacts>
  )
}

const Sums = ({ overview }: Pick<PrintedTask, 'overview'>) => {
  const { t } = useTranslation('unified-tasks')
  const share = (mu: number | null): string =>
    overview.goalArea && mu !== null ? ` (${formatRatio(mu / overview.goalArea)})` : ''
  const sums = [
    [`${t('terms:coveredArea')}${share(overview.coveredArea)}`, overview.coveredArea],
    [t('goalArea'), overview.goalArea],
    [`${t('missed')}${share(overview.missedArea)}`, overview.missedArea],
  ] as const
  const { lines, total } = useAreaLines(overview)
  return (
    <>
      <SheetFacts
        areSums
        facts={{
          ...Object.fromEntries(sums.map(([label, mu]) => [label, <Area key={label} mu={mu} />])),
          [`${t('repeated')} (${t('repeatedHint')})`]: <RepeatedArea overview={overview} />,
        }}
      />
      <table className={sheet.table} data-fits>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('addUp')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...lines, total].map(({ key, label, area }) => (
            <tr key={key}>
              <td>{label}</td>
              <td data-figure>{area}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The sum of the rows; a rounding line above makes them add up as shown. */
const TotalRows = ({ label, areas, span }: { label: string; areas: number[]; span: number }) => {
  const { t } = useTranslation('unified-tasks')
  const total = areas.reduce((sum, mu) => sum + mu, 0)
  const rest = useShownRest()(total, areas)
  return (
    <>
      {rest !== null && (
        <tr>
          <td colSpan={span}>{t('rounding')}</td>
          <td data-figure>{rest}</td>
        </tr>
      )}
      <tr>
        <th scope="row" colSpan={span}>
          {label}
        </th>
        <td data-figure>
          <Area mu={total} bare />
        </td>
      </tr>
    </>
  )
}

const Table = ({ title, rows }: { title: string; rows: readonly Row[] }) => {
  const { t } = useTranslation('unified-tasks')
  const areaWord = useAreaWord()
  return (
    <SheetTable
      rows={rows}
      toKey={({ key }) => key}
      columns={[
        { head: title, cell: ({ name }) => name },
        {
          head: t('terms:sorties'),
          isFigure: true,
          cell: ({ sortieCount }) => formatCount(sortieCount),
        },
        {
          head: `${t('litres')} (L)`,
          isFigure: true,
          cell: ({ sprayQuantity }) => formatNumber(sprayQuantity, 1),
        },
        {
          head: `${t('flightArea')} (${areaWord})`,
          isFigure: true,
          cell: ({ coveredArea }) => <Area mu={coveredArea} bare />,
        },
      ]}
      foot={
        <TotalRows
          label={t('flownArea')}
          areas={rows.map(({ coveredArea }) => coveredArea)}
          span={3}
        />
      }
    />
  )
}

type GroundRow = { key: string; name: string; plotNum: number; area: number; coveredArea: number }

const GroundTable = ({ title, rows }: { title: string; rows: readonly GroundRow[] }) => {
  const { t } = useTranslation('unified-tasks')
  const areaWord = useAreaWord()
  return (
    <SheetTable
      rows={rows}
      toKey={({ key }) => key}
      columns={[
        { head: title, cell: ({ name }) => name },
        { head: t('terms:plots'), isFigure: true, cell: ({ plotNum }) => formatCount(plotNum) },
        {
          head: `${t('terms:area')} (${areaWord})`,
          isFigure: true,
          cell: ({ area }) => <Area mu={area} bare />,
        },
        {
          head: `${t('terms:coveredArea')} (${areaWord})`,
          isFigure: true,
          cell: ({ coveredArea }) => <Area mu={coveredArea} bare />,
        },
      ]}
      foot={
        <TotalRows
          label={t('onPlotsOnce')}
          areas={rows.map(({ coveredArea }) => coveredArea)}
          span={3}
        />
      }
    />
  )
}

const RegionTable = ({ regions }: Pick<PrintedTask, 'regions'>) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <GroundTable
      title={t('byRegion')}
      rows={regions.map((one) => ({ ...one, key: one.regionCode, name: formatPlace(one.region) }))}
    />
  )
}

/** Empty if no plot has a village, or if the task was closed before villages were stored. */
const VillageTable = ({ villages }: Pick<PrintedTask, 'villages'>) => {
  const { t } = useTranslation('unified-tasks')
  if (!villages.some(({ village }) => village !== '')) return null
  const isOneRegion = new Set(villages.map(({ regionCode }) => regionCode)).size === 1
  return (
    <GroundTable
      title={t('byVillage')}
      rows={villages.map((one) => {
        const name = one.village || t('villageUnnamed')
        return {
          ...one,
          key: `${one.regionCode} ${one.village}`,
          name: isOneRegion ? name : `${one.region.at(-1) ?? ''} / ${name}`,
        }
      })}
    />
  )
}

/** Smaller plots would be specks. */
const page = { widthMm: sheetMm - 12, heightMm: 60, leastPlotMm: 1, mostMaps: 6 }

type Plots = TaskReport['plots']
const isMostlyCovered = (one: Plots[number]): boolean => one.coveredRatio >= 0.5
/** Empty if the plots are in several villages, or if theirs is unknown. */
const nameVillage = (plots: Plots): string => {
  const [village, ...others] = new Set(plots.map((one) => one.village))
  return others.length === 0 ? (village ?? '') : ''
}
const toGround = (plots: Plots): Ground => ({
  covered: plots.filter(isMostlyCovered).flatMap(({ parts }) => parts),
  repeated: [],
  missed: plots.filter((one) => !isMostlyCovered(one)).flatMap(({ parts }) => parts),
  plots: plots.flatMap(({ parts }) => parts),
  tracks: [],
})

/**
 * A printed map of the task's plots; plots that are mostly covered are filled. Scattered plots are
 * enlarged on further maps, whose numbers are on the first.
 */
const PlotMaps = ({ plots }: { plots: Plots }) => {
  const { t } = useTranslation('unified-tasks')
  if (plots.length === 0) return null
  const groups = splitGround(
    plots.map(({ parts, village }) => ({ polygon: parts[0] ?? [], place: village })),
    page,
  ).map((indexes) => indexes.map((index) => plots[index]!))
  const enlarged =
    groups.length < 2
      ? []
      : groups.map((group, place) => ({
          name: `${place + 1} ${nameVillage(group)}`.trim(),
          plots: toGround(group).plots,
        }))
  return (
    <>
      <GroundMap
        ground={{ ...toGround(plots), enlarged }}
        label={t('tabPlots')}
        mostHeightMm={90}
        title={t('reportMapLegend')}
      />
      {enlarged.map(({ name }, place) => {
        const group = groups[place]!
        const missed = group.filter((one) => !isMostlyCovered(one)).length
        return (
          <GroundMap
            key={name}
            ground={toGround(group)}
            label={`${t('tabPlots')} ${name}`}
            leastHeightMm={24}
            mostHeightMm={page.heightMm}
            title={
              <>
                <strong>{name}</strong>
                {t('terms:plotCount', { count: group.length, shown: formatCount(group.length) })}
                {missed > 0 && ` · ${t('reportMapMissed', { shown: formatCount(missed) })}`}
              </>
            }
          />
        )
      })}
    </>
  )
}

const Signatures = () => {
  const { t } = useTranslation('unified-tasks')
  return (
    <div className={sheet.signatures}>
      {[t('signedMaker'), t('signedOperator')].map((who) => (
        <section key={who}>
          <h3 className="m-0 text-12">{who}</h3>
          <p>{t('signName')}</p>
          <p>{t('signDate')}</p>
        </section>
      ))}
    </div>
  )
}

type Props = { report: TaskReport; head: ReactNode }

/** The report of a task, to be signed by both sides. */
export const TaskSheet = ({ report, head }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const { task, overview, owners, days } = report
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('reportTitle')} <small className="block">{task.tftzName}</small>
      </h2>
      {task.state !== 'closed' && <p className={sheet.note}>{t('reportPreliminary')}</p>}
      <Facts task={task} overview={overview} />
      <Sums overview={overview} />
      <PlotMaps plots={report.plots} />
      <Table
        title={t('byOperator')}
        rows={owners.map((one, order) => ({
          ...one,
          key: String(order),
          name: one.accountName ?? dash,
        }))}
      />
      <RegionTable regions={report.regions} />
      <VillageTable villages={report.villages} />
      <Table
        title={t('byDay')}
        rows={days.map((one) => ({ ...one, key: one.day, name: formatDay(one.day) }))}
      />
      <Signatures />
      {task.frozenHash && (
        <div className={sheet.hash}>
          <p>{t('reportHash')}</p>
          <code>{task.frozenHash}</code>
        </div>
      )}
    </article>
  )
}
