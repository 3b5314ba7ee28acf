import { toReview } from '@swath/contract/people/review-codes'
import type { accountList, AccountRow } from '@swath/contract/people/accounts'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import type { FilterOf, CellRenderers } from '../../../ui/list-declared.tsx'
import { EnabledTag, ReviewTag } from '../../../ui/state-tags.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { typeWord } from './account.labels.ts'
import style from './accounts.module.css'

type Ask = { askEnable: (account: AccountRow) => void; askDisable: (account: AccountRow) => void }

const Phone = ({ phone }: { phone: string | null }) => (
  <span className="figure">{phone || dash}</span>
)

/** On a phone a tag: a thumb that scrolls would press a switch. */
const EnabledSwitch = ({ row, askEnable, askDisable }: Ask & { row: AccountRow }) => {
  const { t } = useTranslation('accounts')
  const narrow = useNarrow()
  return row.can.enable && !narrow ? (
    <Switch
      size="small"
      checked={row.enabled}
      aria-label={t('enabledOf', { name: row.accountName })}
      onChange={() => (row.enabled ? askDisable(row) : askEnable(row))}
    />
  ) : (
    <EnabledTag isEnabled={row.enabled} />
  )
}

const TypeName = ({ row }: { row: AccountRow }) => {
  const { t } = useTranslation('accounts')
  return t(typeWord(row.accountType, row.tag))
}

export const accountCells = (ask: Ask): CellRenderers<typeof accountList> => ({
  accountName: { render: ({ accountName }) => <Clipped text={accountName} /> },
  accountType: { render: (row) => <TypeName row={row} /> },
  checkStatus: {
    render: ({ checkStatus }) => <ReviewTag review={toReview(checkStatus)} />,
    isUsual: ({ checkStatus }) => toReview(checkStatus) === 'passed',
  },
  enabled: {
    width: 80,
    render: (row) => <EnabledSwitch row={row} {...ask} />,
    isUsual: ({ enabled }) => enabled,
  },
  contactPhone: { render: ({ contactPhone }) => <Phone phone={contactPhone} /> },
  userPhone: { render: ({ userPhone }) => <Phone phone={userPhone} /> },
  parentName: { render: ({ parentName }) => (parentName ? <Clipped text={parentName} /> : dash) },
  tag: {
    render: ({ tag }) =>
      tag ? (
        <code className={`border bg-raised text-13 break-anywhere ${style.code}`}>{tag}</code>
      ) : (
        dash
      ),
  },
})

type AccountFilter = FilterOf<typeof accountList>

/** Filters without a column, with their own labels. */
export const useOwnFilters = (): Record<'search' | 'isAll', AccountFilter> => {
  const { t } = useTranslation('accounts')
  return {
    search: { name: 'search', label: t('search') },
    isAll: {
      name: 'isAll',
      label: t('depthFilter'),
      options: [
        { value: '1', label: t('depthAll') },
        { value: '0', label: t('depthOwn') },
      ],
    },
  }
}
