import type { SystemLog } from '@swath/contract/system-logs'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { fieldTitle, valueText } from './log-values.ts'
import style from './system-logs.module.css'

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => <div className={style.fact}><dt>{label}</dt><dd>{children}</dd></div>

/** One row in full: who, from where, and what is different since. */
export const LogDetail = ({ row }: { row: SystemLog | undefined }) => {
  const { t } = useTranslation('system-logs')
  if (!row) return <Empty title={t('gone')} reason={t('goneReason')} />
  const noted = Object.entries(row.details)
  return (
    <div className={style.detail}>
      <p className={style.told}>{row.sentence}</p>
      <dl className={style.facts}>
        <Fact label={t('time')}><Time time={row.time} /></Fact>
        <Fact label={t('user')}>{row.userName}</Fact>
        <Fact label={t('account')}>{row.accountName}</Fact>
        <Fact label={t('address')}>{row.ip ?? dash}</Fact>
        {row.device && <Fact label={t('device')}>{row.device}</Fact>}
        <Fact label={t('number')}>{row.number}</Fact>
        <Fact label={t('actionCode')}>{row.action}</Fact>
        {row.objectId && <Fact label={t('objectId')}>{row.objectId}</Fact>}
      </dl>
      {row.changes.length > 0 && (
        <section>
          <h3 className={style.groupTitle}>{t('changes')}</h3>
          <dl className={style.changes}>
            {row.changes.map(({ field, before, after }) => (
              <div key={field} className={style.change}>
                <dt>{fieldTitle(field)}</dt>
                <dd className={style.before}><span className={style.when}>{t('before')}</span>{valueText(field, before)}</dd>
                <dd className={style.after}><span className={style.when}>{t('after')}</span>{valueText(field, after)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {noted.length > 0 && (
        <section>
          <h3 className={style.groupTitle}>{t('noted')}</h3>
          <dl className={style.facts}>{noted.map(([field, value]) => <Fact key={field} label={fieldTitle(field)}>{valueText(field, value)}</Fact>)}</dl>
        </section>
      )}
    </div>
  )
}
