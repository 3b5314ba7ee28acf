import type { RentalClient } from '@swath/contract/money/rental-clients'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '../../../lib/format.ts'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { useIssueCode } from './leasing.mutations.ts'
import { activationPath } from './leasing.labels.ts'

/**
 * Creates an activation code and shows it once: as text, and as a QR code that opens the activation
 * page.
 */
export const useActivationCode = () => {
  const { t } = useTranslation('leasing')
  const issue = useIssueCode()
  const reveal = useCredentialReveal()
  const show = async ({ clientId, clientName, version }: RentalClient): Promise<void> => {
    const { code, validUntil } = await issue.mutateAsync({ clientId, version })
    const link = `${window.location.origin}${activationPath}?code=${code}`
    reveal({
      title: t('codeOf', { name: clientName }),
      hint: t('codeShownOnce'),
      lines: [
        [t('activationCode'), code],
        [t('codeUntil'), formatMinute(validUntil)],
        [t('codeLink'), link],
      ],
      after: (
        <div className="grid gap-12 justify-items-center text-center">
          <QrCode text={link} label={t('codeQr')} size={200} />
          <p className="muted mb-8">{t('codeHint')}</p>
        </div>
      ),
    })
  }
  return { show, isPending: issue.isPending }
}
