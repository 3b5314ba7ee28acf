import { MailOutlined } from '@ant-design/icons'
import type { AlarmChannels } from '@swath/contract/alarms/alarm-settings'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Failure } from '../../../ui/empty.tsx'
import { AlertSwitches } from '../notifications/alert-switches.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'
import style from './alarm-desk.module.css'

type Chosen = z.output<typeof AlarmChannels>
type Channels = Chosen['channels']

const useChoose = () =>
  useChange({
    run: (body: Chosen) => call('updateAlarmChannels', { body }),
    outdated: ['getAlarmChannels'],
  })

const Choice = () => {
  const { t } = useTranslation('anomalies')
  const asked = useQuery(buildQuery('getAlarmChannels'))
  const choose = useChoose()
  if (asked.isError && !asked.data)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const { phoneNum, email, channels, quietHours, timeZone } = asked.data
  const name = (word: string, at: string | null): string => (at === null ? word : `${word} · ${at}`)
  return (
    <>
      <Checkbox.Group<Channels[number]>
        className={style.channels}
        value={channels}
        disabled={choose.isPending}
        options={[
          { value: 'sms', label: name(t('channelSms'), phoneNum), disabled: phoneNum === null },
          { value: 'mail', label: name(t('terms:eMail'), email), disabled: email === null },
        ]}
        onChange={(chosen) => choose.mutate({ channels: chosen })}
      />
      {channels.length === 0 && <Alert type="warning" showIcon title={t('channelsNone')} />}
      <QuietHoursFields
        value={quietHours}
        timeZone={timeZone}
        isSaving={choose.isPending}
        onChange={(hours) => choose.mutate({ channels, quietHours: hours })}
      />
      <Form.Item layout="vertical" label={t('notifications:title')} extra={t('notifications:hint')}>
        <AlertSwitches />
      </Form.Item>
    </>
  )
}

/** The person's message channels for level 1 alarms; hidden for people who get no messages. */
export const AlarmChannelsButton = () => {
  const { t } = useTranslation('anomalies')
  const { rights } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (!rights.includes('alarm.sms')) return null
  return (
    <>
      <Button icon={<MailOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('channels')}
      </Button>
      <Modal
        open={isOpen}
        onCancel={() => setOpen(false)}
        title={t('channels')}
        footer={null}
        width={440}
        centered
        destroyOnHidden
      >
        <p>{t('channelsHint')}</p>
        <Choice />
      </Modal>
    </>
  )
}
