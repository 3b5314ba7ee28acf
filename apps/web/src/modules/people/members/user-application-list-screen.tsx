import { toReview } from '@swath/contract/people/review-codes'
import { userApplicationList } from '@swath/contract/people/user-applications'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useReviewChips } from '../../../ui/review-chips.ts'
import { ReviewTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { UserApplicationView } from './user-application-view.tsx'

/** Applications to join the own account or subordinate ones. */
export const UserApplicationListScreen = () => {
  const { t } = useTranslation('members')
  const { answer, onLoaded } = useLoadedRows<typeof userApplicationList>()
  const { chips, narrowed } = useReviewChips(answer?.stats)
  return (
    <ListScreen
      list={userApplicationList}
      title={t('terms:joinRequests')}
      head={chips}
      as={{ narrowed }}
      shown={[
        'userName',
        'applyStatus',
        'userType',
        'phoneNum',
        'email',
        'accountName',
        'adminName',
        'applyTime',
        'reviewTime',
      ]}
      cellRenderers={{
        userName: { render: ({ userName }) => <Clipped text={userName} /> },
        applyStatus: { render: ({ applyStatus }) => <ReviewTag review={toReview(applyStatus)} /> },
        phoneNum: { render: ({ phoneNum }) => <span className="figure">{phoneNum ?? dash}</span> },
        accountName: { render: ({ accountName }) => <Clipped text={accountName} /> },
        reason: { render: ({ reason }) => (reason ? <Clipped text={reason} /> : dash) },
        message: { render: ({ message }) => (message ? <Clipped text={message} /> : dash) },
      }}
      filters={[
        'userName',
        'accountName',
        { name: 'adminPhone', label: t('adminPhone') },
        'accountType',
      ]}
      refreshMs={30_000}
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row?.userName ?? t('application'),
          render: (applyId, row, close) => (
            <UserApplicationView key={applyId} row={row} onDecided={close} />
          ),
        },
      }}
      empty={{ title: t('noApplications'), reason: t('noApplicationsReason') }}
    />
  )
}
