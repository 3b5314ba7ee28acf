import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '../../../lib/session.ts'

/** A link to the claims that need a supervisor's check; hidden for people without that list. */
export const ClaimsLink = () => {
  const { t } = useTranslation('anomalies')
  const navigate = useNavigate()
  const { accountType, tag } = useUser()
  if (accountType !== 'government' && (accountType !== 'platform' || tag !== null)) return null
  return (
    <Button onClick={() => void navigate('/bulletin_manage/bulletin-list/claims')}>
      {t('terms:suspectedFalseClaims')}
    </Button>
  )
}
