import { toReview } from '@swath/contract/people/review-codes'
import { accountApplicationList } from '@swath/contract/people/account-applications'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showError } from '../../../lib/errors.ts'
import { dash } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useReviewChips } from '../../../ui/review-chips.ts'
import { ReviewTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ApplicationDetailView } from './application-detail.tsx'

/** Opens the longest pending application; closes the drawer if there is none. */
const useNextWaiting = (): ((close: () => void) => void) => {
  const [, setParams] = useSearchParams()
  return (close) =>
    void (async () => {
      try {
        const { items } = await call('listAccountApplications', {
          query: { applyStatus: '1', order: 'applyTime', pageSize: '20' },
        })
        const next = items.find(({ can }) => can.review)
        if (!next) return close()
        setParams((before) => {
          const after = new URLSearchParams(before)
          after.set('open', next.applyId)
          return after
        })
      } catch (error) {
        showError(error)
      }
    })()
}

/** Registrations and changes of accounts, pending and decided. */
export const ApplicationListScreen = () => {
  const { t } = useTranslation('accounts')
  const openNext = useNextWaiting()
  const { answer, onLoaded } = useLoadedRows<typeof accountApplicationList>()
  const { chips, narrowed } = useReviewChips(answer?.stats)
  return (
    <ListScreen
      list={accountApplicationList}
      title={t('terms:accountApplications')}
      head={chips}
      as={{ narrowed }}
      shown={[
        'accountName',
        'applyStatus',
        'applyType',
        'accountType',
        'region',
        'contactName',
        'applyTime',
        'reviewTime',
      ]}
      cellRenderers={{
        accountName: { render: ({ accountName }) => <Clipped text={accountName} /> },
        applyStatus: { render: ({ applyStatus }) => <ReviewTag review={toReview(applyStatus)} /> },
        reason: { render: ({ reason }) => (reason ? <Clipped text={reason} /> : dash) },
      }}
      filters={['accountName', 'contactName', 'applicantName', 'applyType']}
      refreshMs={30_000}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.accountName ?? t('application'),
          width: 640,
          render: (applyId, _row, close) => (
            <ApplicationDetailView key={applyId} applyId={applyId} onNext={() => openNext(close)} />
          ),
        },
      }}
      empty={{ title: t('noApplications'), reason: t('noApplicationsReason') }}
    />
  )
}
