import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOwnScreens } from '../../../ui/own-screens.ts'

/** From wherever a suspicion shows to its history and what can be done about it. */
export const ClaimLink = ({ suspicionId }: { suspicionId: string }) => {
  const { t } = useTranslation('claims')
  if (useOwnScreens().findPath('bulletin-list') === undefined) return null
  return (
    <Link
      to={`/bulletin_manage/bulletin-list/claims?${new URLSearchParams({ state: 'all', open: suspicionId })}`}
    >
      {t('openSuspicion')}
    </Link>
  )
}
