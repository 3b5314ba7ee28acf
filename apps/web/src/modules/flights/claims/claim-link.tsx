import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOwnScreens } from '../../../ui/own-screens.ts'

/** Links a suspicion to its details and actions. */
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
