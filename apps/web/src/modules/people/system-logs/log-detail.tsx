import type { SystemLog } from '@swath/contract/people/system-logs'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../../ui/empty.tsx'
import {
  Change,
  Changes,
  Fact,
  FactGroup,
  Facts,
  FactSection,
  TimeFact,
} from '../../../ui/facts.tsx'
import { fieldTitle, valueText } from './log-values.ts'

/** All details of an entry: person, origin, and the differences. */
export const LogDetail = ({ row }: { row: SystemLog | undefined }) => {
  const { t } = useTranslation('system-logs')
  if (!row) return <Empty title={t('terms:notOnThisPage')} reason={t('goneReason')} />
  const noted = Object.entries(row.details)
  return (
    <div className="grid gap-20">
      <p className="m-0 text-16 break-anywhere leading-normal">{row.sentence}</p>
      <Facts>
        <TimeFact label={t('time')} time={row.time} seconds />
        <Fact label={t('user')}>{row.userName}</Fact>
        <Fact label={t('terms:account')}>{row.accountName}</Fact>
        <Fact label={t('address')}>{row.ip}</Fact>
        {row.device && <Fact label={t('device')}>{row.device}</Fact>}
        <Fact label={t('number')}>{row.number}</Fact>
        <Fact label={t('actionCode')}>{row.action}</Fact>
        {row.objectId && <Fact label={t('objectId')}>{row.objectId}</Fact>}
      </Facts>
      {row.changes.length > 0 && (
        <FactSection title={t('changes')}>
          <Changes>
            {row.changes.map(({ field, before, after }) => (
              <Change
                key={field}
                label={fieldTitle(field)}
                before={valueText(field, before)}
                after={valueText(field, after)}
              />
            ))}
          </Changes>
        </FactSection>
      )}
      {noted.length > 0 && (
        <FactGroup title={t('noted')}>
          {noted.map(([field, value]) => (
            <Fact key={field} label={fieldTitle(field)}>
              {valueText(field, value)}
            </Fact>
          ))}
        </FactGroup>
      )}
    </div>
  )
}
