import { workTypes } from '@swath/contract/land/work-types'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'

/** Kinds of work of drones. */
export const WorkTypeListScreen = () => {
  const { t } = useTranslation('work-types')
  return (
    <PlainListScreen
      list={workTypes}
      title={t('terms:workTypes')}
      head={<TermTabs />}
      mayAdd={useUser().can.manageTerms}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
