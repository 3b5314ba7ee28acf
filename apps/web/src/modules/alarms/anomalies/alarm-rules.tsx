import { EditOutlined } from '@ant-design/icons'
import type { AlarmSetting, AlarmSettings } from '@swath/contract/alarms/alarm-settings'
import type { AlarmSettingName } from '@swath/domain/alarm-settings'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { AlarmRulesForm } from './alarm-rules-form.tsx'
import { formatSetting, settingGroups, unitOf } from './rule-values.ts'
import style from './alarm-rules.module.css'

const Value = ({ name, value }: { name: AlarmSettingName; value: number | null }) => {
  const { t } = useTranslation('anomalies')
  if (value === null) return <>{t('inherited')}</>
  return (
    <span className="figure">
      {formatSetting(name, value)} <span className="unit">{formatUnit(t(unitOf(name)))}</span>
    </span>
  )
}

const Rule = ({ setting }: { setting: AlarmSetting }) => {
  const { t } = useTranslation('anomalies')
  const { name, value, own, inheritedFrom } = setting
  const origin =
    own !== null
      ? t('ruleOwn')
      : inheritedFrom === null
        ? t('ruleUsual')
        : t('ruleFrom', { name: inheritedFrom })
  return (
    <div className={`flex wrap gap-4-16 justify-between border-b ${style.rule}`}>
      <dt>{t(`setting.${name}`)}</dt>
      <dd>
        <Value name={name} value={value} />
        <span className={`muted text-12 ${style.origin}`} data-own={own !== null}>
          {origin}
        </span>
      </dd>
    </div>
  )
}

const History = ({ history }: Pick<AlarmSettings, 'history'>) => {
  const { t } = useTranslation('anomalies')
  return (
    <details className={style.history}>
      <summary>{t('rulesHistory')}</summary>
      {history.length === 0 && <p className="muted mt-4">{t('rulesNoHistory')}</p>}
      <ol>
        {history.map(({ effectiveFrom, userName, changes }, i) => (
          <li key={`${effectiveFrom} ${i}`}>
            <div>
              {t('rulesSince')} <Time time={effectiveFrom} /> · {userName || dash}
            </div>
            {changes.map(({ name, before, after }) => (
              <div key={name}>
                {t(`setting.${name}`)}: <Value name={name} value={before} /> →{' '}
                <Value name={name} value={after} />
              </div>
            ))}
          </li>
        ))}
      </ol>
    </details>
  )
}

const Rules = ({ settings }: Pick<AlarmSettings, 'settings'>) => {
  const { t } = useTranslation('anomalies')
  const { accountType } = useUser()
  return settingGroups
    .filter(({ isOfPlatform }) => !isOfPlatform || accountType === 'platform')
    .map(({ label, names }) => (
      <section key={label}>
        <h3 className={style.group}>{t(label)}</h3>
        <dl className="grid m-0">
          {settings
            .filter(({ name }) => names.includes(name))
            .map((setting) => (
              <Rule key={setting.name} setting={setting} />
            ))}
        </dl>
      </section>
    ))
}

/** The account’s own rules for raising and reporting alarms. */
export const AlarmRules = () => {
  const { t } = useTranslation('anomalies')
  const asked = useQuery(buildQuery('getAlarmSettings'))
  const [isChanging, setChanging] = useState(false)
  const known = asked.data
  return (
    <section className="min-w-0 card" aria-labelledby="alarm-rules">
      <header className={`flex wrap justify-between border-b p-16-20 ${style.head}`}>
        <div>
          <h2 id="alarm-rules" className="m-0 text-16 semibold">
            {t('rulesTitle')}
          </h2>
          <p className="muted mt-4">{t('rulesHint')}</p>
        </div>
        {known?.can.update && (
          <Button icon={<EditOutlined aria-hidden />} onClick={() => setChanging(true)}>
            {t('terms:edit')}
          </Button>
        )}
      </header>
      <div className="grid gap-16 p-16-20">
        {known ? (
          <>
            <Rules settings={known.settings} />
            <History history={known.history} />
            <AlarmRulesForm open={isChanging} known={known} onClose={() => setChanging(false)} />
          </>
        ) : asked.isError ? (
          <Failure error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </div>
    </section>
  )
}
