import { useTranslation } from 'react-i18next'
import { Empty } from '../ui/empty.tsx'

export const NoScreen = () => {
  const { t } = useTranslation('app')
  return <Empty title={t('nothingTitle')} reason={t('nothingReason')} />
}
