import type { AccountRow } from '@swath/contract/accounts'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatCount } from '../../lib/format.ts'
import type { Column } from '../../ui/list-columns.tsx'
import type { Filter } from '../../ui/list-filters.tsx'
import { RegionCascader } from '../../ui/region-cascader.tsx'
import { EnabledTag, ReviewTag, reviewWords } from '../../ui/state-tags.tsx'
import { Time } from '../../ui/time.tsx'
import { accountTypes, operatorTypeWords, statuses, typeWord } from './account-words.ts'
import style from './accounts.module.css'

type Ask = { askEnable: (account: AccountRow) => void; askDisable: (account: AccountRow) => void }

export const useAccountColumns = ({ askEnable, askDisable }: Ask) => {
  const { t } = useTranslation('accounts')
  const columns = {
    accountName: {
      key: 'accountName',
      title: t('accountName'),
      sort: 'accountName',
      render: (row) => (
        <span className={style.cell} title={row.accountName}>
          {row.accountName}
        </span>
      ),
    },
    type: {
      key: 'accountType',
      title: t('terms:type'),
      render: (row) => t(typeWord(row.accountType, row.tag)),
    },
    operatorType: {
      key: 'operatorType',
      title: t('teamType'),
      render: (row) => (row.operatorType ? t(operatorTypeWords[row.operatorType]) : dash),
    },
    checkStatus: {
      key: 'checkStatus',
      title: t('terms:review'),
      render: (row) => <ReviewTag status={row.checkStatus} />,
    },
    enabled: {
      key: 'enabled',
      title: t('enabled'),
      width: 80,
      render: (row) =>
        row.can.enable ? (
          <Switch
            size="small"
            checked={row.enabled}
            aria-label={t('enabledOf', { name: row.accountName })}
            onChange={() => (row.enabled ? askDisable(row) : askEnable(row))}
          />
        ) : (
          <EnabledTag isEnabled={row.enabled} />
        ),
    },
    region: {
      key: 'region',
      title: t('region'),
      render: (row) => row.region.slice(-2).join(' / ') || dash,
    },
    contactName: {
      key: 'contactName',
      title: t('contactName'),
      render: (row) => row.contactName || dash,
    },
    contactPhone: {
      key: 'contactPhone',
      title: t('contactPhone'),
      hidden: true,
      render: (row) => <span className="figure">{row.contactPhone || dash}</span>,
    },
    userPhone: {
      key: 'userPhone',
      title: t('userPhone'),
      render: (row) => <span className="figure">{row.userPhone || dash}</span>,
    },
    droneNum: {
      key: 'droneNum',
      title: t('terms:drones'),
      number: true,
      sort: 'droneNum',
      render: (row) => formatCount(row.droneNum),
    },
    memberNum: {
      key: 'memberNum',
      title: t('members'),
      number: true,
      sort: 'memberNum',
      render: (row) => formatCount(row.memberNum),
    },
    parentName: {
      key: 'parentName',
      title: t('parent'),
      render: (row) =>
        row.parentName ? (
          <span className={style.cell} title={row.parentName}>
            {row.parentName}
          </span>
        ) : (
          dash
        ),
    },
    catalogLevel: {
      key: 'catalogLevel',
      title: t('depth'),
      number: true,
      hidden: true,
      render: (row) => formatCount(row.catalogLevel),
    },
    tag: {
      key: 'tag',
      title: t('tag'),
      render: (row) => (row.tag ? <code className={style.code}>{row.tag}</code> : dash),
    },
    createdAt: {
      key: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      render: (row) => <Time time={row.createdAt} />,
    },
  } satisfies Readonly<Record<string, Column<AccountRow>>>
  return columns as Readonly<Record<keyof typeof columns, Column<AccountRow>>>
}

export const useAccountFilters = () => {
  const { t } = useTranslation('accounts')
  const filters = {
    search: { kind: 'text', name: 'search', label: t('search') },
    accountType: {
      kind: 'choice',
      name: 'accountType',
      label: t('terms:type'),
      options: accountTypes.map((type) => ({ value: String(type), label: t(typeWord(type)) })),
    },
    checkStatus: {
      kind: 'choice',
      name: 'checkStatus',
      label: t('terms:review'),
      options: statuses.map((status) => ({ value: String(status), label: t(reviewWords[status]) })),
    },
    enabled: {
      kind: 'choice',
      name: 'enabled',
      label: t('enabled'),
      options: [
        { value: 'true', label: t('enabled') },
        { value: 'false', label: t('terms:disabled') },
      ],
    },
    region: {
      kind: 'own',
      name: 'region',
      label: t('region'),
      render: (value, change) => (
        <RegionCascader label={t('region')} value={value} onChange={change} />
      ),
    },
    isAll: {
      kind: 'choice',
      name: 'isAll',
      label: t('depthFilter'),
      options: [
        { value: '1', label: t('depthAll') },
        { value: '0', label: t('depthOwn') },
      ],
    },
    accountName: { kind: 'text', name: 'accountName', label: t('accountName') },
    contactName: { kind: 'text', name: 'contactName', label: t('contactName') },
    userPhone: { kind: 'text', name: 'userPhone', label: t('userPhone') },
    teamType: {
      kind: 'choice',
      name: 'teamType',
      label: t('teamType'),
      options: (['1', '2'] as const).map((value) => ({
        value,
        label: t(operatorTypeWords[value]),
      })),
    },
  } satisfies Readonly<Record<string, Filter>>
  return filters as Readonly<Record<keyof typeof filters, Filter>>
}
