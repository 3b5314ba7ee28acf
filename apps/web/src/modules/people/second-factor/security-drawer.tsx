import { useQuery } from '@tanstack/react-query'
import { Alert, Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { sizes } from '../../../lib/theme.ts'
import { Failure } from '../../../ui/empty.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { PasskeySection, RecoverySection, TotpSection } from './factor-lists.tsx'
import { useFactorSteps } from './use-factor-steps.tsx'

/** The person's second factors: an authenticator app, passkeys and recovery codes. */
export const SecurityDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('second-factor')
  const narrow = useNarrow()
  const { userName } = useUser()
  const own = useQuery({ ...buildQuery('getOwnFactors'), staleTime: 0 })
  const factors = own.data
  const { changes, dialogs } = useFactorSteps({
    hasPasskey: factors !== undefined && factors.passkeys.length > 0,
    name: userName,
  })
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('title')}
      size={narrow ? '100%' : sizes.detail}
      keyboard
    >
      {own.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {own.isError && !factors && <Failure error={own.error} onRetry={() => void own.refetch()} />}
      {factors && (
        <div className="grid cols-1 gap-24">
          {factors.isRequired ? (
            <Alert type="info" showIcon title={t('required')} />
          ) : (
            <p className="m-0">{t('intro')}</p>
          )}
          <TotpSection factors={factors} changes={changes} />
          <PasskeySection factors={factors} changes={changes} />
          <RecoverySection factors={factors} changes={changes} />
        </div>
      )}
      {dialogs}
    </Drawer>
  )
}
