import { PrinterOutlined } from '@ant-design/icons'
import type { TaskOverview } from '@swath/contract/unified-task-overview'
import type { UnifiedTask } from '@swath/contract/unified-task-rows'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatDay, formatNumber, formatRatio } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useShownRest } from '../../../ui/area-sum.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../../ui/paper/report-sheet.tsx'
import { formatWorkedPlots, useAreaLines } from './task-figures.tsx'
import { mergeProgress } from './plots-on-map.ts'
import { TaskHead, useTask } from './task-head.tsx'

type Asked = { coveredArea: number; sortieCount: number; sprayQuantity: number }
type Row = Asked & { key: string; name: string }

const Facts = ({ task, overview }: { task: UnifiedTask; overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const facts = [
    [t('maker'), task.accountName],
    [t('supervisor'), task.zfMonitorName ?? dash],
    [t('days'), `${formatDay(task.startDate)} – ${formatDay(task.endDate)}`],
    [t('crop'), task.crop ?? t('cropAny')],
    [t('chemicals'), task.chemicals.map(({ chemicalName }) => chemicalName).join(' · ') || dash],
    [t('workedPlots'), formatWorkedPlots(overview)],
  ] as const
  return (
    <dl className={sheet.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div data-wide>
        <dt>{t('terms:region')}</dt>
        <dd>{task.region.join(' / ')}</dd>
      </div>
    </dl>
  )
}

const Sums = ({ overview }: { overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const share = (mu: number | null): string =>
    overview.goalArea && mu !== null ? ` (${formatRatio(mu / overview.goalArea)})` : ''
  const sums = [
    [`${t('terms:coveredArea')}${share(overview.coveredArea)}`, overview.coveredArea],
    [t('goalArea'), overview.goalArea],
    [`${t('missed')}${share(overview.missedArea)}`, overview.missedArea],
    [`${t('repeated')} (${t('repeatedHint')})`, overview.repeatedArea],
  ] as const
  const { lines, total } = useAreaLines(overview)
  return (
    <>
      <dl className={sheet.sums}>
        {sums.map(([label, mu]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Area mu={mu} />
            </dd>
          </div>
        ))}
      </dl>
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
    <tfoot>
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
    </tfoot>
  )
}

const Table = ({ title, rows }: { title: string; rows: readonly Row[] }) => {
  const { t } = useTranslation('unified-tasks')
  const areaWord = useAreaWord()
  return (
    <table className={sheet.table} data-fits>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" data-figure>
            {t('terms:sorties')}
          </th>
          <th scope="col" data-figure>{`${t('litres')} (L)`}</th>
          <th scope="col" data-figure>{`${t('flightArea')} (${areaWord})`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td>{row.name}</td>
            <td data-figure>{formatCount(row.sortieCount)}</td>
            <td data-figure>{formatNumber(row.sprayQuantity, 1)}</td>
            <td data-figure>
              <Area mu={row.coveredArea} bare />
            </td>
          </tr>
        ))}
      </tbody>
      <TotalRows
        label={t('flownArea')}
        areas={rows.map(({ coveredArea }) => coveredArea)}
        span={3}
      />
    </table>
  )
}

type GroundRow = { key: string; name: string; plotNum: number; area: number; coveredArea: number }

const GroundTable = ({ title, rows }: { title: string; rows: readonly GroundRow[] }) => {
  const { t } = useTranslation('unified-tasks')
  const areaWord = useAreaWord()
  return (
    <table className={sheet.table} data-fits>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" data-figure>
            {t('terms:plots')}
          </th>
          <th scope="col" data-figure>{`${t('terms:area')} (${areaWord})`}</th>
          <th scope="col" data-figure>{`${t('terms:coveredArea')} (${areaWord})`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.key}>
            <td>{one.name}</td>
            <td data-figure>{formatCount(one.plotNum)}</td>
            <td data-figure>
              <Area mu={one.area} bare />
            </td>
            <td data-figure>
              <Area mu={one.coveredArea} bare />
            </td>
          </tr>
        ))}
      </tbody>
      <TotalRows
        label={t('onPlotsOnce')}
        areas={rows.map(({ coveredArea }) => coveredArea)}
        span={3}
      />
    </table>
  )
}

const RegionTable = ({ tftzId }: { tftzId: string }) => {
  const { t } = useTranslation('unified-tasks')
  const regions = useQuery(buildQuery('getTaskRegions', { query: { tftzId } }))
  return (
    <GroundTable
      title={t('byRegion')}
      rows={(regions.data?.items ?? []).map((one) => ({
        ...one,
        key: one.regionCode,
        name: one.region.slice(-2).join(' / '),
      }))}
    />
  )
}

/**
 * Empty where no plot names its village, or where the task was closed before villages were stored.
 */
const VillageTable = ({ tftzId }: { tftzId: string }) => {
  const { t } = useTranslation('unified-tasks')
  const villages = useQuery(buildQuery('getTaskVillages', { query: { tftzId } }))
  const items = villages.data?.items ?? []
  if (!items.some(({ village }) => village !== '')) return null
  const isOneRegion = new Set(items.map(({ regionCode }) => regionCode)).size === 1
  return (
    <GroundTable
      title={t('byVillage')}
      rows={items.map((one) => {
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

/** Plots of the task on paper; those of which most was covered are filled. */
const PlotMap = ({ tftzId }: { tftzId: string }) => {
  const { t } = useTranslation('unified-tasks')
  const map = useQuery(buildQuery('getTaskMap', { query: { tftzId } }))
  const progress = useQuery(buildQuery('getTaskMapProgress', { query: { tftzId } }))
  const plots = mergeProgress(map.data, progress.data).map(({ shape, coveredRatio }) => ({
    parts: shape.kind === 'parts' ? shape.parts : [],
    coveredRatio,
  }))
  if (plots.length === 0) return null
  return (
    <GroundMap
      ground={{
        covered: plots.filter((one) => one.coveredRatio >= 0.5).flatMap(({ parts }) => parts),
        repeated: [],
        missed: plots.filter((one) => one.coveredRatio < 0.5).flatMap(({ parts }) => parts),
        plots: plots.flatMap(({ parts }) => parts),
        tracks: [],
      }}
      label={t('tabPlots')}
      mostHeightMm={90}
      title={t('reportMapLegend')}
    />
  )
}

const Signatures = () => {
  const { t } = useTranslation('unified-tasks')
  return (
    <div className={sheet.signatures}>
      {[t('signedMaker'), t('signedOperator')].map((who) => (
        <section key={who}>
          <h3>{who}</h3>
          <p>{t('signName')}</p>
          <p>{t('signDate')}</p>
        </section>
      ))}
    </div>
  )
}

const Sheet = ({ task, overview }: { task: UnifiedTask; overview: TaskOverview }) => {
  const { t } = useTranslation('unified-tasks')
  const [madeAt] = useState(Date.now)
  const query = { query: { tftzId: task.tftzId } }
  const owners = useQuery(buildQuery('getTaskOwners', query))
  const days = useQuery(buildQuery('getTaskData', query))
  return (
    <article className={sheet.sheet}>
      <SheetHead madeAt={madeAt} />
      <h2>
        {t('reportTitle')} <small>{task.tftzName}</small>
      </h2>
      {task.state !== 'closed' && <p className={sheet.note}>{t('reportPreliminary')}</p>}
      <Facts task={task} overview={overview} />
      <PlotMap tftzId={task.tftzId} />
      <Sums overview={overview} />
      <Table
        title={t('byOperator')}
        rows={(owners.data?.items ?? []).map((one) => ({
          ...one,
          key: one.accountId ?? '',
          name: one.accountName ?? dash,
        }))}
      />
      <RegionTable tftzId={task.tftzId} />
      <VillageTable tftzId={task.tftzId} />
      <Table
        title={t('byDay')}
        rows={(days.data?.items ?? []).map((one) => ({
          ...one,
          key: one.day,
          name: formatDay(one.day),
        }))}
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

/** A task on A4, to be signed by both sides. */
export const TaskReportScreen = () => {
  const { t } = useTranslation('unified-tasks')
  const { tftzId, task, asked } = useTask()
  const overview = useQuery(buildQuery('getTaskOverview', { query: { tftzId } }))
  useDocumentTitle(task ? `${t('reportTitle')} ${task.tftzName}` : null)
  const failed = asked.error ?? overview.error
  return (
    <div className={sheet.desk}>
      <div className={sheet.tools}>
        <TaskHead task={task} page="report" />
        <Button
          type="primary"
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => window.print()}
        >
          {t('terms:print')}
        </Button>
      </div>
      <h1 className="sr-only">{t('reportTitle')}</h1>
      {task && overview.data ? (
        <Sheet task={task} overview={overview.data} />
      ) : failed ? (
        <Failure error={failed} />
      ) : (
        <WaitingSheet />
      )}
    </div>
  )
}
