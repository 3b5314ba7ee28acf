import { DataStatMail, type DataStat } from '@swath/contract/figures/data-stats'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { settle } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useScheduleDataStat, useSendDataStat } from './data-stats.mutations.ts'
import { formatTimeZone } from '../../../lib/format.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const monthDays = Array.from({ length: 28 }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}))
/** Names of the weekdays in the reader's language; 1 January 2024 was a Monday. */
const nameWeekdays = () =>
  Array.from({ length: 7 }, (_, index) => ({
    value: index + 1,
    label: new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + index),
    ),
  }))

const WhenFields = ({ every }: { every: DataStatMail['every'] }) => {
  const { t } = useTranslation('data-stats')
  const options = (['day', 'week', 'month'] as const).map((value) => ({
    value,
    label: t(`every_${value}`),
  }))
  return (
    <>
      <FormField name="every" label={t('mailEvery')}>
        <Select options={options} />
      </FormField>
      <FormField name="weekday" label={t('mailWeekday')} hidden={every !== 'week'}>
        <Select options={nameWeekdays()} />
      </FormField>
      <FormField name="monthDay" label={t('mailMonthDay')} hidden={every !== 'month'}>
        <Select options={monthDays} />
      </FormField>
      <FormField name="hour" label={t('mailHour', { zone: formatTimeZone() })}>
        <Select options={hours} />
      </FormField>
    </>
  )
}

const RecipientField = () => {
  const { t } = useTranslation('data-stats')
  const people = useQuery(buildQuery('listDataStatPeople'))
  const reached = (people.data?.items ?? []).filter(({ hasMail }) => hasMail)
  return (
    <FormField name="userIds" label={t('mailRecipients')} extra={t('mailRecipientsHint')}>
      <Select
        mode="multiple"
        maxCount={20}
        loading={people.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={reached.map(({ userId, userName }) => ({ value: userId, label: userName }))}
      />
    </FormField>
  )
}

const usual: Partial<DataStatMail> = {
  every: 'week',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  userIds: [],
}

/** Actions outside the schedule: preview the mail, and end it. */
const Now = ({ stat, onClose }: { stat: DataStat; onClose: () => void }) => {
  const { t } = useTranslation('data-stats')
  const send = useSendDataStat(stat.statId)
  const schedule = useScheduleDataStat(stat.statId)
  const end = async (): Promise<void> => {
    await schedule.mutateAsync({ mail: null, version: stat.version })
    showSuccess(t('mailEnded'))
    onClose()
  }
  return (
    <Form.Item>
      <div className="flex wrap gap-8">
        <Button
          loading={send.isPending}
          onClick={() => send.mutate(undefined, { onSuccess: () => showSuccess(t('mailSent')) })}
        >
          {t('mailNow')}
        </Button>
        {stat.mail && (
          <Button danger loading={schedule.isPending} onClick={() => void settle(end())}>
            {t('mailEnd')}
          </Button>
        )}
      </div>
    </Form.Item>
  )
}

type Props = { stat: DataStat; open: boolean; onClose: () => void }

export const StatMailForm = ({ stat, open, onClose }: Props) => {
  const { t } = useTranslation('data-stats')
  const schedule = useScheduleDataStat(stat.statId)
  const initial = stat.mail ?? usual
  const [every, setEvery] = useState(initial.every ?? 'week')
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('mailTitle', { name: stat.name })}
      schema={DataStatMail}
      initial={initial}
      messages={{ userIdsMissing: t('mailNobody') }}
      onValues={(values) => setEvery(values.every ?? 'week')}
      onSubmit={async (mail) => {
        await schedule.mutateAsync({ mail, version: stat.version })
        showSuccess(t('mailSaved'))
      }}
    >
      <Now stat={stat} onClose={onClose} />
      <WhenFields every={every} />
      <RecipientField />
    </FormDrawer>
  )
}
