import type { AccountApplication } from '@swath/contract/accounts'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { showError } from '../../lib/errors.ts'
import { dash, formatCount } from '../../lib/format.ts'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import type { Column } from '../../ui/list-columns.tsx'
import { ReviewTag, reviewWords } from '../../ui/state-tags.tsx'
import { Time } from '../../ui/time.tsx'
import { applyTypeWords, statuses, typeWord } from './account-words.ts'
import { ApplicationDetailView } from './application-detail.tsx'
import style from './accounts.module.css'

/** After a decision the one that has waited longest comes next; none left closes the drawer. */
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

/** Registrations and changes of accounts that wait for a decision, and those that had one. */
export const ApplicationListScreen = () => {
  const { t } = useTranslation('accounts')
  const openNext = useNextWaiting()
  const columns: readonly Column<AccountApplication>[] = [
    {
      key: 'accountName',
      title: t('accountName'),
      sort: 'accountName',
      render: (row) => (
        <span className={style.cell} title={row.accountName}>
          {row.accountName}
        </span>
      ),
    },
    {
      key: 'applyStatus',
      title: t('terms:review'),
      render: (row) => <ReviewTag status={row.applyStatus} />,
    },
    { key: 'applyType', title: t('applyType'), render: (row) => t(applyTypeWords[row.applyType]) },
    { key: 'accountType', title: t('terms:type'), render: (row) => t(typeWord(row.accountType)) },
    {
      key: 'region',
      title: t('region'),
      render: (row) => row.region.slice(-2).join(' / ') || dash,
    },
    { key: 'contactName', title: t('contactName'), render: (row) => row.contactName || dash },
    {
      key: 'applicantName',
      title: t('applicant'),
      hidden: true,
      render: (row) => row.applicantName,
    },
    {
      key: 'applyTime',
      title: t('applyTime'),
      sort: 'applyTime',
      render: (row) => <Time time={row.applyTime} />,
    },
    { key: 'reviewTime', title: t('reviewTime'), render: (row) => <Time time={row.reviewTime} /> },
    {
      key: 'reviewerName',
      title: t('decidedBy'),
      hidden: true,
      render: (row) => row.reviewerName || dash,
    },
    {
      key: 'reason',
      title: t('reason'),
      hidden: true,
      render: (row) =>
        row.reason ? (
          <span className={style.cell} title={row.reason}>
            {row.reason}
          </span>
        ) : (
          dash
        ),
    },
  ]
  return (
    <OldListScreen
      name="account-applications"
      title={t('terms:accountApplications')}
      operation="listAccountApplications"
      rowKey="applyId"
      sortName="order"
      defaultSort="-applyTime"
      columns={columns}
      refreshMs={30_000}
      filters={[
        { kind: 'text', name: 'accountName', label: t('accountName') },
        {
          kind: 'choice',
          name: 'applyType',
          label: t('applyType'),
          options: ([1, 2] as const).map((type) => ({
            value: String(type),
            label: t(applyTypeWords[type]),
          })),
        },
        {
          kind: 'choice',
          name: 'applyStatus',
          label: t('terms:review'),
          options: statuses.map((status) => ({
            value: String(status),
            label: t(reviewWords[status]),
          })),
        },
      ]}
      stats={({ stats }) => [
        { label: t('waitingGovernments'), value: formatCount(stats.zfNotCheckNum) },
        { label: t('waitingManufacturers'), value: formatCount(stats.zzqyCheckNum) },
        { label: t('waitingOperators'), value: formatCount(stats.yyqyCheckNum) },
      ]}
      exports={tableExports('exportAccountApplications', t('exportApplicationsName'))}
      detail={{
        title: (_id, row) => row?.accountName ?? t('application'),
        width: 640,
        render: (applyId, _row, close) => (
          <ApplicationDetailView
            key={applyId}
            applyId={applyId}
            onDecided={() => openNext(close)}
          />
        ),
      }}
      empty={{ title: t('noApplications'), reason: t('noApplicationsReason') }}
    />
  )
}
