import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { PageTabs } from '../../../ui/page-tabs.tsx'

const accountPath = '/institution_manage/account-detail'

/** Tabs for the own account, its API keys and webhooks, for people who may make them. */
export const AccountTabs = () => {
  const { t } = useTranslation('api-keys')
  const { can, checkStatus } = useUser()
  if (!can.manageAccounts || checkStatus !== 'passed') return null
  return (
    <PageTabs
      name={t('terms:myAccount')}
      tabs={[
        { path: accountPath, label: t('terms:myAccount') },
        { path: `${accountPath}/api-keys`, label: t('terms:apiKeys') },
        { path: `${accountPath}/webhooks`, label: t('terms:webhooks') },
      ]}
    />
  )
}
