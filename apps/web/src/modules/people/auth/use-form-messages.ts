import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The messages of section 5 of the specification, by rule and by empty field. */
export const useFormMessages = (): Readonly<Record<string, string>> => {
  const { t } = useTranslation(['registration', 'auth'])
  return useMemo(
    () => ({
      userSnMissing: t('auth:nameMissing'),
      phoneWrong: t('auth:phoneWrong'),
      emailWrong: t('auth:emailWrong'),
      verifyCodeMissing: t('auth:codeMissing'),
      passwordMissing: t('auth:passwordMissing'),
      passwordRule: t('auth:passwordRule'),
      passwordConfirmationMissing: t('auth:confirmationMissing'),
      confirmationWrong: t('auth:confirmationWrong'),
      accountTypeMissing: t('accountTypeMissing'),
      accountNameMissing: t('accountNameMissing'),
      contactNameMissing: t('contactNameMissing'),
      regionCodeMissing: t('regionMissing'),
      nameMissing: t('joinNameMissing'),
      adminPhoneMissing: t('auth:nameMissing'),
      userTypeMissing: t('joinRoleMissing'),
      verifyCodeWrong: t('auth:codeWrong'),
      contactEmailWrong: t('auth:emailWrong'),
      customDomainWrong: t('customDomainWrong'),
    }),
    [t],
  )
}
