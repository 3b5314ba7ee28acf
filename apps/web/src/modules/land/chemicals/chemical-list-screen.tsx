import { chemicals } from '@swath/contract/land/chemicals'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useWorkThisYear } from '../terms/use-work-this-year.tsx'

/** Chemicals: active substances by their common names, and an account's own products. */
export const ChemicalListScreen = () => {
  const { t } = useTranslation('chemicals')
  return (
    <PlainListScreen
      list={chemicals}
      title={t('terms:chemicals')}
      head={<TermTabs />}
      stats={useWorkThisYear('chemical')?.stats}
      mayAdd={useUser().can.manageTerms}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
