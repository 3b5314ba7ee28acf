import { AcceptedPart, partAlarmList, type PartAlarm } from '@swath/contract/gear/accessories'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useAcceptPart } from './accessories.mutations.ts'
import { AccessoryTabs } from './accessory-tabs.tsx'
import { alarmStateLabels, partTypeLabels } from './part.labels.ts'
import { AddPart } from './white-list-screen.tsx'

const tones: Readonly<Partial<Record<PartAlarm['state'], Tone>>> = {
  open: 'bad',
  accepted: 'waiting',
  listed: 'good',
}

const AlarmState = ({ state }: Pick<PartAlarm, 'state'>) => {
  const { t } = useTranslation('accessories')
  return <StateTag tone={tones[state]}>{t(alarmStateLabels[state])}</StateTag>
}

const Actions = ({ alarm }: { alarm: PartAlarm }) => {
  const { t } = useTranslation('accessories')
  const [form, setForm] = useState<'accept' | 'list' | null>(null)
  const accept = useAcceptPart()
  const { alarmId, hwId: name, droneName: drone, version } = alarm
  return (
    <div className="flex wrap gap-8">
      <Button type="primary" onClick={() => setForm('list')}>
        {t('addToList')}
      </Button>
      <Button onClick={() => setForm('accept')}>{t('accept')}</Button>
      {form === 'list' && (
        <AddPart initial={{ type: alarm.type, hwId: name }} onClose={() => setForm(null)} />
      )}
      {form === 'accept' && (
        <StepForm
          onClose={() => setForm(null)}
          title={t('acceptTitle', { name, drone })}
          submitLabel={t('accept')}
          label={t('acceptWhy')}
          hint={t('acceptHint')}
          schema={AcceptedPart}
          initial={{ alarmId, version }}
          onSubmit={async (body) => {
            await accept.mutateAsync(body)
            showSuccess(t('accepted', { name }))
          }}
        />
      )}
    </div>
  )
}

const AlarmDetail = ({ alarm }: { alarm: PartAlarm }) => {
  const { t } = useTranslation('accessories')
  return (
    <div className="grid gap-20">
      {alarm.can.accept && <Actions alarm={alarm} />}
      <Facts>
        <Fact label={t('terms:state')}>
          <AlarmState state={alarm.state} />
        </Fact>
        <Fact label={t('hwId')}>{alarm.hwId}</Fact>
        <Fact label={t('terms:type')}>{t(partTypeLabels[alarm.type])}</Fact>
        <Fact label={t('terms:drone')}>
          <Link to={`/business_manage/drone-list/${encodeURIComponent(alarm.droneId)}`}>
            {alarm.droneName}
          </Link>{' '}
          <span className="unit">{alarm.droneId}</span>
        </Fact>
        <Fact label={t('terms:operator')}>{alarm.yyAccountName}</Fact>
        <TimeFact label={t('raisedAt')} time={alarm.raisedAt} seconds />
        <TimeFact label={t('endedAt')} time={alarm.endedAt} seconds />
        <Fact label={t('acceptedBy')}>{alarm.userName}</Fact>
        <Fact label={t('terms:reason')}>{alarm.reason}</Fact>
        <Fact label={t('terms:account')}>{alarm.accountName}</Fact>
      </Facts>
    </div>
  )
}

const cellRenderers = { state: { render: ({ state }: PartAlarm) => <AlarmState state={state} /> } }

/** Parts reported by drones that are not in their maker's list. */
export const PartAlarmScreen = () => {
  const { t } = useTranslation('accessories')
  const { answer, onLoaded } = useLoadedRows<typeof partAlarmList>()
  return (
    <ListScreen
      list={partAlarmList}
      title={t('alarms')}
      head={<AccessoryTabs openNum={answer?.stats.openNum} />}
      shown={['hwId', 'type', 'state', 'droneName', 'droneId', 'yyAccountName', 'raisedAt']}
      cellRenderers={cellRenderers}
      filters={['state', 'type', 'hwId', 'droneId', 'droneName', 'yyAccountName']}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.hwId,
          render: (_id, row) => row && <AlarmDetail alarm={row} />,
        },
      }}
      empty={{ title: t('alarmsNone'), reason: t('alarmsNoneReason') }}
      refreshMs={30_000}
    />
  )
}
