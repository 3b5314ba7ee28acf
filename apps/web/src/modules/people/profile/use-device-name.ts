import type { OwnSession } from '@swath/contract/people/sessions'
import { useTranslation } from 'react-i18next'

/** "Chrome on Windows", as far as the user agent contains it. */
export const useDeviceName = (): ((device: OwnSession['device']) => string) => {
  const { t } = useTranslation('profile')
  return ({ browser, system }) =>
    browser && system
      ? t('deviceOn', { browser, system })
      : (browser ?? system ?? t('deviceUnknown'))
}
