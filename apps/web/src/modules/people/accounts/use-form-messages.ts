import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Messages for the rules that the contract names. */
export const useFormMessages = (): Readonly<Record<string, string>> => {
  const { t } = useTranslation('accounts')
  return useMemo(
    () => ({
      required: t('loginMissing'),
      passwordRule: t('passwordRule'),
      phoneWrong: t('phoneWrong'),
    }),
    [t],
  )
}
