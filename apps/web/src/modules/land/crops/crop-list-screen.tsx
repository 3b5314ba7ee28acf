import { crops } from '@swath/contract/land/crops'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'

/** Crops: common ones, and an account's own. */
export const CropListScreen = () => {
  const { t } = useTranslation('crops')
  return (
    <PlainListScreen
      list={crops}
      title={t('terms:crops')}
      head={<TermTabs />}
      mayAdd={useUser().can.manageTerms}
      initial={{ scientificName: '' }}
      hints={{ scientificName: t('scientificNameHint') }}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
