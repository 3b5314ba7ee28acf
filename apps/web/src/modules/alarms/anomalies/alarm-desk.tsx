import { alarmList, type Alarm } from '@swath/contract/alarms/alarm-desk'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import type { AnswerOf } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useNarrow } from '../../../ui/use-width.ts'
import { OnDutyLine } from '../rosters/on-duty-line.tsx'
import { AlarmBulk } from './alarm-bulk.tsx'
import { AlarmChannelsButton } from './alarm-channels.tsx'
import { AlarmFiguresDialog } from './alarm-figures.tsx'
import { AlarmStateTag, stateLabels } from './alarm-state.tsx'
import { AlarmView } from './alarm-view.tsx'
import { levelLabels } from './anomaly.labels.ts'
import style from './alarm-desk.module.css'

const refreshMs = 60_000
const states = ['unclosed', 'open', 'acknowledged', 'closed', 'all'] as const
const labels = { ...stateLabels, unclosed: 'anomalies:stateUnclosed', all: 'anomalies:stateAll' }
const groups = { unclosed: ['open', 'acknowledged'] }

const levels = [1, 2, 3] as const
const chipLabels = { 1: 'monitor:level1', 2: 'terms:level2', 3: 'terms:level3' } as const

const Level = ({ level }: Pick<Alarm, 'level'>) => {
  const { t } = useTranslation('anomalies')
  return (
    <span className="inline-flex gap-6 items-center">
      <AlarmMark level={level} title={t(levelLabels[level])} />
      {level}
    </span>
  )
}

/** On wide windows the level has a column. */
const What = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('anomalies')
  const narrow = useNarrow()
  const title = useAlarmTitle()(alarm)
  if (!narrow) return <Clipped text={title} className={style.what} />
  return (
    <>
      <AlarmMark level={alarm.level} title={t(levelLabels[alarm.level])} />{' '}
      <Clipped className={style.named} text={title} />
    </>
  )
}

const useAlarmChips = (answer: AnswerOf<typeof alarmList> | undefined) => {
  const { t } = useTranslation('anomalies')
  return useStateChips({
    states,
    labels,
    groups,
    counts: answer?.stats,
    others: levels.map((level) => ({
      name: 'level',
      value: String(level),
      label: t(chipLabels[level]),
      mark: <AlarmMark level={level} title="" />,
      count: answer?.levels[`level${level}`],
    })),
  })
}

/** Open alarms, their handlers and results. `head`: content between title and filters. */
export const AlarmDesk = ({ head }: { head?: ReactNode }) => {
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  const { answer, onLoaded } = useLoadedRows<typeof alarmList>()
  const [isMeasuring, setMeasuring] = useState(false)
  const { asked, chips } = useAlarmChips(answer)
  return (
    <>
      <ListScreen
        list={alarmList}
        title={t('terms:alarms')}
        head={
          <>
            {head}
            <OnDutyLine />
            {chips}
          </>
        }
        // Unresolved alarms by default, the gravest first; those that are over by time.
        as={{
          narrowed: { state: asked },
          sort: asked === 'closed' || asked === 'all' ? '-recordTime' : 'level',
        }}
        shown={[
          'level',
          'oddType',
          'state',
          'recordTime',
          'droneName',
          'yyAccountName',
          'assigneeName',
        ]}
        cellRenderers={{
          level: { render: ({ level }) => <Level level={level} />, width: 88 },
          oddType: { render: (alarm) => <What alarm={alarm} />, width: 280 },
          state: { render: ({ state }) => <AlarmStateTag state={state} /> },
          commentNum: { render: ({ commentNum }) => commentNum || dash },
        }}
        filters={[
          { name: 'drone', label: t('terms:nameOrSerialNumber') },
          'oddType',
          {
            name: 'assignee',
            label: t('assignee'),
            options: [
              { value: 'me', label: t('assignedToMe') },
              { value: 'nobody', label: t('assignedToNobody') },
            ],
          },
          { from: 'startTime', to: 'endTime', label: t('at') },
          'region',
          'yyAccountName',
          'zzAccountName',
          'closedReason',
        ]}
        refreshMs={refreshMs}
        actions={
          <>
            <AlarmChannelsButton />
            <Button onClick={() => setMeasuring(true)}>{t('figures')}</Button>
          </>
        }
        rows={{
          onLoaded,
          bulk: (alarms, clear) => <AlarmBulk alarms={alarms} clear={clear} />,
          detail: {
            title: (_id, alarm) => (alarm ? toTitle(alarm) : t('terms:alarms')),
            render: (anomalyId, alarm) => (
              <AlarmView key={anomalyId} anomalyId={anomalyId} isNamed={alarm !== undefined} />
            ),
          },
        }}
        empty={{ title: t('deskEmpty'), reason: t('noneReason') }}
      />
      <AlarmFiguresDialog open={isMeasuring} onClose={() => setMeasuring(false)} />
    </>
  )
}
