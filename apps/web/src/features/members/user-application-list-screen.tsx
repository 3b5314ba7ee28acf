import type { UserApplication } from '@swath/contract/members'
import { accountTypes } from '@swath/domain/access/screens'
import { useTranslation } from 'react-i18next'
import { dash, formatCount } from '../../lib/format.ts'
import { roleTitles } from '../../lib/roles.ts'
import type { Column } from '../../ui/list-columns.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { ReviewTag, reviewWords } from '../../ui/state-tags.tsx'
import { Time } from '../../ui/time.tsx'
import { UserApplicationView } from './user-application-view.tsx'
import style from './members.module.css'

const typeWords = [
  'terms:platformOperator',
  'terms:government',
  'terms:manufacturer',
  'terms:operator',
  'terms:farmer',
] as const

/** People who ask to join the own account, and those below it. */
export const UserApplicationListScreen = () => {
  const { t } = useTranslation('members')
  const columns: readonly Column<UserApplication>[] = [
    {
      key: 'userName',
      title: t('applicant'),
      sort: 'userName',
      render: (row) => (
        <span className={style.cell} title={row.userName}>
          {row.userName}
        </span>
      ),
    },
    {
      key: 'applyStatus',
      title: t('terms:review'),
      render: (row) => <ReviewTag status={row.applyStatus} />,
    },
    { key: 'userType', title: t('wantedRole'), render: (row) => t(roleTitles[row.userType]) },
    {
      key: 'login',
      title: t('phoneOrEmail'),
      render: (row) => <span className="figure">{row.phoneNum ?? row.email ?? dash}</span>,
    },
    {
      key: 'accountName',
      title: t('account'),
      sort: 'accountName',
      render: (row) => (
        <span className={style.cell} title={row.accountName}>
          {row.accountName}
        </span>
      ),
    },
    {
      key: 'accountType',
      title: t('terms:accountType'),
      hidden: true,
      render: (row) => t(typeWords[row.accountType - 1]!),
    },
    {
      key: 'region',
      title: t('terms:region'),
      hidden: true,
      render: (row) => row.region.slice(-2).join(' / ') || dash,
    },
    { key: 'adminName', title: t('administrator'), render: (row) => row.adminName },
    {
      key: 'applyTime',
      title: t('applyTime'),
      sort: 'applyTime',
      render: (row) => <Time time={row.applyTime} />,
    },
    { key: 'reviewTime', title: t('reviewTime'), render: (row) => <Time time={row.reviewTime} /> },
    {
      key: 'reviewerName',
      title: t('reviewer'),
      hidden: true,
      render: (row) => row.reviewerName ?? dash,
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
      name="user-applications"
      title={t('terms:joinRequests')}
      operation="listUserApplications"
      rowKey="applyId"
      sortName="order"
      defaultSort="-applyTime"
      columns={columns}
      refreshMs={30_000}
      filters={[
        { kind: 'text', name: 'userName', label: t('applicant') },
        {
          kind: 'choice',
          name: 'applyStatus',
          label: t('terms:review'),
          options: ([1, 2, 3] as const).map((status) => ({
            value: String(status),
            label: t(reviewWords[status]),
          })),
        },
        { kind: 'text', name: 'accountName', label: t('account') },
        { kind: 'text', name: 'adminPhone', label: t('adminPhone') },
        {
          kind: 'choice',
          name: 'accountType',
          label: t('terms:accountType'),
          options: accountTypes.map((_type, i) => ({
            value: String(i + 1),
            label: t(typeWords[i]!),
          })),
        },
      ]}
      stats={({ stats }) => [
        { label: t('ui:reviewWaiting'), value: formatCount(stats.notCheckNum) },
        { label: t('ui:reviewPassed'), value: formatCount(stats.passedNum) },
        { label: t('ui:reviewRejected'), value: formatCount(stats.rejectedNum) },
      ]}
      exports={tableExports('exportUserApplications', 'user-applications')}
      detail={{
        title: (_id, row) => row?.userName ?? t('application'),
        render: (applyId, row, close) => (
          <UserApplicationView key={applyId} row={row} onDecided={close} />
        ),
      }}
      empty={{ title: t('noApplications'), reason: t('noApplicationsReason') }}
    />
  )
}
