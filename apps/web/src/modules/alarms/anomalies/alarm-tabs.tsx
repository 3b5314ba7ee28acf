import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { alarmsPath, announcementsPath, claimsPath, messagesPath } from './alarm-paths.ts'

/** Suspected false claims are for supervisors. */
const useSeesClaims = (): boolean => {
  const { accountType, tag } = useUser()
  return accountType === 'government' || (accountType === 'platform' && tag === null)
}

/** Links alarms, what belongs to them, and announcements; each keeps its own filters. */
export const AlarmTabs = () => {
  const { t } = useTranslation('bulletins')
  const unread = useQuery(buildQuery('countUnreadBulletins')).data
  const handlesAlarms = useUser().rights.includes('alarm.handle')
  const claims = useSeesClaims() && [{ path: claimsPath, label: t('terms:suspectedFalseClaims') }]
  const messages = handlesAlarms && [{ path: messagesPath, label: t('notifications:messages') }]
  return (
    <PageTabs
      name={t('terms:type')}
      tabs={[
        { path: alarmsPath, label: t('terms:alarms'), count: unread?.unresolvedAlarmCount ?? 0 },
        ...(claims || []),
        ...(messages || []),
        { path: announcementsPath, label: t('announcements'), count: unread?.bulletinCount ?? 0 },
      ]}
    />
  )
}
