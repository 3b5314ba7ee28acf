import { crops, type Crop } from '@swath/contract/land/crops'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useAreaColumn } from '../terms/covered-areas.tsx'
import { useWorkThisYear } from '../terms/use-work-this-year.tsx'

/** Crops: common ones, and an account's own. */
export const CropListScreen = () => {
  const { t } = useTranslation('crops')
  const work = useWorkThisYear('crop')
  const areas = new Map(work?.parts.map(({ key, mu }) => [key, mu]))
  const covered = useAreaColumn<Crop>(t('terms:coveredThisYear'), ({ cropId }) => areas.get(cropId))
  return (
    <PlainListScreen
      list={crops}
      title={t('terms:crops')}
      head={<TermTabs />}
      stats={work?.stats}
      beside={work ? [covered] : []}
      {...(work ? { foremost: work.isLoading ? null : [...areas.keys()] } : {})}
      mayAdd={useUser().can.manageTerms}
      initial={{ scientificName: '' }}
      hints={{ scientificName: t('scientificNameHint') }}
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
