import { useTranslation } from 'react-i18next'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'

/** Shows the secret of a webhook, once. */
export const useSecretReveal = (): ((made: { webhookName: string; secret: string }) => void) => {
  const { t } = useTranslation('webhooks')
  const reveal = useCredentialReveal()
  return ({ webhookName, secret }) =>
    reveal({
      title: t('made', { name: webhookName }),
      hint: t('shownOnce'),
      lines: [[t('secret'), secret]],
    })
}
