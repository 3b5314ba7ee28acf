import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FactSection } from '../../../ui/facts.tsx'
import { AuthFrame, BackToSignIn } from '../auth/auth-frame.tsx'
import { useEnter } from '../auth/use-enter.ts'
import { AddPasskey } from './factor-lists.tsx'
import { useFactorSteps } from './use-factor-steps.tsx'

/** Sets up the first factor, which the account requires, in a half session. */
export const SetUpScreen = () => {
  const { t } = useTranslation(['second-factor', 'auth'])
  const enter = useEnter()
  const { changes, dialogs } = useFactorSteps({
    hasPasskey: false,
    // A half session does not say who the person is.
    name: '',
    onAdded: ({ signedIn }) => void (signedIn && enter(signedIn)),
  })
  return (
    <AuthFrame title={t('setUpTitle')} notice={null}>
      <div className="grid cols-1 gap-24">
        <p className="m-0">{t('setUpHint')}</p>
        <FactSection title={t('totp')}>
          <p className="muted mb-12">{t('totpHint')}</p>
          <Button
            type="primary"
            loading={changes.startTotp.isPending}
            onClick={() => changes.startTotp.mutate()}
          >
            {t('totpSetUp')}
          </Button>
        </FactSection>
        <FactSection title={t('passkeys')}>
          <p className="muted mb-12">{t('passkeysHint')}</p>
          <AddPasskey changes={changes} />
        </FactSection>
      </div>
      <BackToSignIn />
      {dialogs}
    </AuthFrame>
  )
}
