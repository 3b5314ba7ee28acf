import { formatPlace } from '../../../lib/format.ts'
import { HistoryOutlined } from '@ant-design/icons'
import {
  AlarmClosing,
  AlarmReopening,
  closeReasons,
  type AlarmDetail,
} from '@swath/contract/alarms/alarm-desk'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { CaseActions } from '../../../ui/case-desk.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { MapLink } from '../../../ui/map-link.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { StepForm } from '../../../ui/step-form.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAcknowledge, useAssign, useClose, useReopen } from './alarm-desk.mutations.ts'
import { Evidence } from './alarm-evidence.tsx'
import { AlarmHistory, AlarmMessages } from './alarm-history.tsx'
import { AlarmStateTag } from './alarm-state.tsx'
import { levelLabels, reasonLabels } from './anomaly.labels.ts'
import style from './alarm-desk.module.css'

const nobody = ''

/** The handler: a member of the own account, or none. */
const AssigneeChoice = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('anomalies')
  const assign = useAssign()
  const { userId: ownId } = useUser()
  const members = useQuery(buildQuery('listAlarmAssignees'))
  const { anomalyId, assigneeId, assigneeName, version } = alarm
  const items = members.data?.items ?? []
  const isListed = items.some(({ userId }) => userId === assigneeId)
  return (
    <Select
      className={style.assignee}
      aria-label={t('assignee')}
      loading={members.isPending || assign.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      // The handler may belong to another account: then the name is shown but is not an option.
      value={isListed ? assigneeId! : (assigneeName ?? nobody)}
      options={[
        { value: nobody, label: t('assignedToNobody') },
        ...items.map(({ userId, userName }) => ({
          value: userId,
          label: userId === ownId ? t('meNamed', { name: userName }) : userName,
        })),
      ]}
      onChange={(userId) => assign.mutate({ anomalyId, userId: userId || null, version })}
    />
  )
}

const HistoryLink = ({ droneId, sortieId }: AlarmDetail) => {
  const { t } = useTranslation('anomalies')
  const navigate = useNavigate()
  if (!useOwnScreens().findPath('drone-list')) return null
  return (
    <Button
      icon={<HistoryOutlined aria-hidden />}
      onClick={() =>
        void navigate(
          `/business_manage/drone-list/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`,
        )
      }
    >
      {t('history')}
    </Button>
  )
}

const AlarmActions = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('anomalies')
  const [form, setForm] = useState<'close' | 'reopen' | null>(null)
  const acknowledge = useAcknowledge()
  const close = useClose()
  const reopen = useReopen()
  const { anomalyId, version, can } = alarm
  const step = {
    onClose: () => setForm(null),
    hint: t('commentHint'),
    initial: { text: '', version },
  }
  return (
    <CaseActions>
      {can.acknowledge && (
        <Button
          type="primary"
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ anomalyId, version })}
        >
          {t('acknowledge')}
        </Button>
      )}
      {can.close && (
        <Button type={can.acknowledge ? 'default' : 'primary'} onClick={() => setForm('close')}>
          {t('closeAlarm')}
        </Button>
      )}
      {can.reopen && <Button onClick={() => setForm('reopen')}>{t('reopen')}</Button>}
      <StepForm
        {...step}
        open={form === 'close'}
        title={t('closeTitle')}
        submitLabel={t('closeAlarm')}
        label={t('words')}
        schema={AlarmClosing}
        messages={{ required: t('reasonNeedsWords') }}
        choice={{
          name: 'reason',
          label: t('closedReason'),
          options: closeReasons.map((value) => ({ value, label: t(reasonLabels[value]) })),
        }}
        onSubmit={(body) => close.mutateAsync({ anomalyId, ...body })}
      />
      <StepForm
        {...step}
        open={form === 'reopen'}
        title={t('reopenTitle')}
        submitLabel={t('reopen')}
        label={t('reopenWhy')}
        schema={AlarmReopening}
        onSubmit={(body) => reopen.mutateAsync({ anomalyId, ...body })}
      />
    </CaseActions>
  )
}

const StateFacts = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('anomalies')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <AlarmStateTag state={alarm.state} />
      </Fact>
      <Fact label={t('assignee')}>
        {alarm.can.assign ? <AssigneeChoice alarm={alarm} /> : alarm.assigneeName}
      </Fact>
      <Fact label={t('endedAt')}>
        {alarm.endedAt === null ? t('underWay') : <Time time={alarm.endedAt} seconds />}
      </Fact>
      {alarm.acknowledgedAt && (
        <TimeFact label={t('acknowledgedAt')} time={alarm.acknowledgedAt} seconds />
      )}
      {alarm.closedAt && <TimeFact label={t('closedAt')} time={alarm.closedAt} seconds />}
      {alarm.closedReason && (
        <Fact label={t('closedReason')}>{t(reasonLabels[alarm.closedReason])}</Fact>
      )}
    </Facts>
  )
}

const Known = ({ alarm, isNamed }: { alarm: AlarmDetail; isNamed: boolean }) => {
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  return (
    <div className={`grid gap-16 ${style.view}`}>
      <div className="flex gap-8 items-center">
        <AlarmMark level={alarm.level} title={t(levelLabels[alarm.level])} />
        <div>
          {!isNamed && <h2 className="m-0 text-16">{toTitle(alarm)}</h2>}
          <p className="m-0 muted text-12">
            {alarm.droneName}
            {alarm.region.length > 0 && ` · ${formatPlace(alarm.region)}`}
          </p>
        </div>
      </div>
      <div className="flex wrap gap-16 items-center">
        <MapLink droneId={alarm.droneId} alarmId={alarm.anomalyId} withWord />
        <HistoryLink {...alarm} />
      </div>
      <StateFacts alarm={alarm} />
      <FactSection title={t('evidence')}>
        <Evidence anomaly={alarm} />
      </FactSection>
      {alarm.messages.length > 0 && <AlarmMessages messages={alarm.messages} />}
      <AlarmHistory alarm={alarm} />
      <AlarmActions alarm={alarm} />
    </div>
  )
}

type Props = {
  anomalyId: string
  /** Whether the title of the drawer names the alarm. */
  isNamed: boolean
}

/** One alarm: its evidence, its history, and the available actions. */
export const AlarmView = ({ anomalyId, isNamed }: Props) => {
  const asked = useQuery(buildQuery('getAlarm', { params: { anomalyId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(alarm) => <Known alarm={alarm} isNamed={isNamed} />}
    </DetailOf>
  )
}
