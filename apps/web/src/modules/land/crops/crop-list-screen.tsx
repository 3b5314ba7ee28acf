import { crops, type Crop } from '@swath/contract/land/crops'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { Column } from '../../../ui/list-columns.tsx'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useWorkThisYear } from '../terms/use-work-this-year.tsx'

const useAreaColumn = (work: ReturnType<typeof useWorkThisYear>): Column<Crop>[] => {
  const { t } = useTranslation('terms')
  const unit = useAreaWord()
  if (!work) return []
  return [
    {
      key: 'coveredThisYear',
      title: t('coveredThisYear'),
      number: true,
      unit,
      phone: 'figure',
      render: ({ cropId }) => <Area mu={work.areas.get(cropId)} bare />,
      isMissing: ({ cropId }) => !work.areas.has(cropId),
    },
  ]
}

/** Crops: common ones, and an account's own. */
export const CropListScreen = () => {
  const { t } = useTranslation('crops')
  const work = useWorkThisYear('crop')
  return (
    <PlainListScreen
      list={crops}
      title={t('terms:crops')}
      head={<TermTabs />}
      stats={work?.stats}
      beside={useAreaColumn(work)}
      mayAdd={useUser().can.manageTerms}
      initial={{ scientificName: '' }}
      hints={{ scientificName: t('scientificNameHint') }}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
