import { userTypeCodes } from '@swath/domain/access/rights'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { PersonDialogs, type PersonDialog } from './person-dialogs.tsx'

/** Explains why the person has no screens, what will be available, and what is possible now. */
export const NoScreen = () => {
  const { t } = useTranslation('app')
  const { userType, accountName } = useUser()
  const [dialog, setDialog] = useState<PersonDialog>(null)
  const [title, reason] =
    userType === userTypeCodes.leaseManager
      ? ['leaseTitle', 'leaseReason']
      : userType === userTypeCodes.pilot
        ? ['pilotTitle', 'pilotReason']
        : ['nothingTitle', 'nothingReason']
  return (
    <>
      <Empty
        title={t(title)}
        reason={t(reason, { account: accountName })}
        action={<Button onClick={() => setDialog('profile')}>{t('terms:editProfile')}</Button>}
      />
      <PersonDialogs shown={dialog} onShow={setDialog} />
    </>
  )
}
