import { claimList } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AlarmTabs } from '../../alarms/public.ts'
import { ClaimView } from './claim-detail.tsx'
import { ClaimDeviation } from './claim-evidence.tsx'
import { ClaimStateTag } from './claim-state.tsx'
import { causeLabels, stateLabels } from './claim.labels.ts'

const states = [
  'undecided',
  'open',
  'looking',
  'false_claim',
  'in_order',
  'withdrawn',
  'all',
] as const
const labels = { ...stateLabels, undecided: 'claims:stateUndecided', all: 'claims:stateAll' }
const groups = { undecided: ['open', 'looking'] }

/** Suspicions for supervisors, and their decisions. */
export const ClaimListScreen = () => {
  const { t } = useTranslation('claims')
  const { answer, onLoaded } = useLoadedRows<typeof claimList>()
  const { asked, chips } = useStateChips({ states, labels, groups, counts: answer?.stats })
  return (
    <ListScreen
      list={claimList}
      title={t('terms:suspectedFalseClaims')}
      head={
        <>
          <AlarmTabs />
          <p className="m-0 muted">{t('hint')}</p>
          {chips}
        </>
      }
      // Undecided ones by default.
      as={{ narrowed: { state: asked } }}
      // With the person who handles it, the table would be wider than a window of 1440 px.
      shown={[
        'cause',
        'evidence',
        'questionedArea',
        'state',
        'recordTime',
        'droneName',
        'yyAccountName',
      ]}
      cellRenderers={{
        evidence: { render: (suspicion) => <ClaimDeviation suspicion={suspicion} /> },
        questionedArea: { width: 152 },
        state: { render: ({ state }) => <ClaimStateTag state={state} /> },
        other: {
          render: ({ other }) =>
            other ? (
              <>
                {other.droneName} · <Time time={other.startTime} seconds />
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
        onLoaded,
        detail: {
          title: (_id, suspicion) => (suspicion ? t(causeLabels[suspicion.cause]) : t('cause')),
          render: (suspicionId) => <ClaimView key={suspicionId} suspicionId={suspicionId} />,
        },
      }}
      empty={{ title: t('none'), reason: t('noneReason') }}
    />
  )
}
