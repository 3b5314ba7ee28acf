import { claimList } from '@swath/contract/claims'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { ListScreen } from '../../ui/list-screen.tsx'
import { Time } from '../../ui/time.tsx'
import { causeLabels, ClaimDetail } from './claim-detail.tsx'

/** What supervisors should look at. */
export const ClaimListScreen = () => {
  const { t } = useTranslation('claims')
  return (
    <ListScreen
      list={claimList}
      title={t('terms:suspectedFalseClaims')}
      head={<p>{t('hint')}</p>}
      shown={['cause', 'recordTime', 'droneName', 'yyAccountName', 'other', 'region']}
      looks={{
        other: {
          render: ({ other }) =>
            other ? (
              <>
                {other.droneName} · <Time time={other.startTime} />
              </>
            ) : (
              dash
            ),
        },
      }}
      filters={[
        'cause',
        { name: 'drone', label: t('terms:nameOrSerialNumber') },
        'yyAccountName',
        { from: 'startTime', to: 'endTime', label: t('at') },
        'region',
      ]}
      rows={{
        detail: {
          title: (_id, suspicion) => (suspicion ? t(causeLabels[suspicion.cause]) : t('cause')),
          render: (_id, suspicion) => suspicion && <ClaimDetail suspicion={suspicion} />,
        },
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
