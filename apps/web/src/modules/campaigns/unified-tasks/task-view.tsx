import {
  BarChartOutlined,
  EnvironmentOutlined,
  PrinterOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { toMu } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { formatCount, formatDay, formatNumber } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { usePerAreaWord } from '../../../ui/area.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { TaskActions } from './task-actions.tsx'
import {
  invitationLabels,
  invitationTones,
  stateLabels,
  stateTones,
  taskPath,
  typeLabels,
} from './task.labels.ts'
import { TaskOperators } from './task-operators.tsx'
import { TaskPlots } from './task-plots.tsx'
import { TaskTeams } from './task-teams.tsx'
import style from './unified-tasks.module.css'

type Shown = { task: UnifiedTask }

const Links = ({ task: { tftzId } }: Shown) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <nav className={`flex wrap gap-8-16 ${style.links}`}>
      <Link to={taskPath(tftzId, 'chart')}>
        <BarChartOutlined aria-hidden /> {t('tabChart')}
      </Link>
      <Link to={taskPath(tftzId, 'drone-list')}>
        <UnorderedListOutlined aria-hidden /> {t('tabDrones')}
      </Link>
      <Link to={taskPath(tftzId, 'plots')}>
        <EnvironmentOutlined aria-hidden /> {t('tabPlots')}
      </Link>
      <Link to={taskPath(tftzId, 'sorties')}>
        <UnorderedListOutlined aria-hidden /> {t('tabSorties')}
      </Link>
      <Link to={taskPath(tftzId, 'report')}>
        <PrinterOutlined aria-hidden /> {t('tabReport')}
      </Link>
    </nav>
  )
}

const Chemicals = ({ task: { chemicals } }: Shown) => {
  const unit = useAreaUnit()
  const word = usePerAreaWord()
  return chemicals
    .map(({ chemicalName, dose, doseUnit }) =>
      dose === null
        ? chemicalName
        : `${chemicalName} ${formatNumber(dose * toMu(1, unit), 1)} ${doseUnit}/${word}`,
    )
    .join(' · ')
}

const GoalFacts = ({ task }: Shown) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Facts>
      <Fact label={t('progress')}>
        <ProgressBar ratio={task.progress} />
      </Fact>
      <AreaFact label={t('terms:coveredArea')} mu={task.coveredArea} />
      <AreaFact label={t('goalArea')} mu={task.goalArea} />
      {task.forecastDate && (
        <Fact label={t('forecastDate')} hint={t('forecastHint')}>
          {formatDay(task.forecastDate)}
        </Fact>
      )}
      <Fact label={t('terms:sorties')}>{formatCount(task.sortieCount)}</Fact>
      <Fact label={t('terms:drones')}>{formatCount(task.droneNum)}</Fact>
    </Facts>
  )
}

const TaskFacts = ({ task }: Shown) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <StateTag tone={stateTones[task.state]}>{t(stateLabels[task.state])}</StateTag>
      </Fact>
      <Fact label={t('days')}>
        {formatDay(task.startDate)} – {formatDay(task.endDate)}
      </Fact>
      <Fact label={t('terms:region')}>{task.region.join(' / ')}</Fact>
      <Fact label={t('ground')}>
        {task.ground === 'region' ? t('groundRegion') : t('groundPlots')}
      </Fact>
      <Fact label={t('type')}>{t(typeLabels[task.tftzType])}</Fact>
      <Fact label={t('workType')}>{task.workTypeName}</Fact>
      <Fact label={t('crop')}>{task.crop ?? t('cropAny')}</Fact>
      {task.chemicals.length > 0 && (
        <Fact label={t('chemicals')}>
          <Chemicals task={task} />
        </Fact>
      )}
      <Fact label={t('maker')}>{task.accountName}</Fact>
      <Fact label={t('supervisor')}>{task.zfMonitorName}</Fact>
      {task.invitation && (
        <Fact label={t('invitation')}>
          <StateTag tone={invitationTones[task.invitation]}>
            {t(invitationLabels[task.invitation])}
          </StateTag>
        </Fact>
      )}
      {task.openedAt && <TimeFact label={t('openedAt')} time={task.openedAt} />}
      {task.closedAt && (
        <TimeFact
          label={t('closedAt')}
          hint={`SHA-256 ${task.frozenHash?.slice(0, 16) ?? ''}…`}
          time={task.closedAt}
        />
      )}
      {task.note && <Fact label={t('note')}>{task.note}</Fact>}
    </Facts>
  )
}

type Props = { tftzId: string; row: UnifiedTask | undefined; onLeave: () => void }

/** One task: progress, requirements, participants, and available actions. */
export const TaskView = ({ tftzId, row, onLeave }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const asked = useQuery({
    ...buildQuery('getUnifiedTask', { params: { tftzId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf row={row} asked={asked}>
      {(task) => (
        <div className="grid cols-1 gap-16">
          <TaskActions task={task} onLeave={onLeave} />
          {task.state === 'draft' ? (
            <p className="muted mb-8">{t('draftHint')}</p>
          ) : (
            <Links task={task} />
          )}
          <GoalFacts task={task} />
          <TaskFacts task={task} />
          <TaskOperators task={task} />
          <TaskTeams task={task} />
          <TaskPlots task={task} />
        </div>
      )}
    </DetailOf>
  )
}
