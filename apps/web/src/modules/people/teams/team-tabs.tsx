import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'

export const teamPath = '/institution_manage/team-list'
export const certificatePath = `${teamPath}/certificates`
export const logbookPath = (userId: string): string => `${teamPath}/logbook/${userId}`

/** Tabs for teams, and for their pilots' certificates. */
export const TeamTabs = () => {
  const { t } = useTranslation('teams')
  return (
    <PageTabs
      name={t('app:teamList')}
      tabs={[
        { path: teamPath, label: t('app:teamList') },
        { path: certificatePath, label: t('certificates') },
      ]}
    />
  )
}
