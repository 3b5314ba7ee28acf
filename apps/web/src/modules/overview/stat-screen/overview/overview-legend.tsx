import type { OverviewPart } from '@swath/contract/figures/dashboard-overview'
import { fromMu } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { useAreaWord } from '../../../../ui/area.tsx'
import { OnMap } from '../../../../ui/on-map.tsx'
import { useSuffixLabels } from '../stat-screen-figures.tsx'
import { formatTick } from '../stat-screen-format.ts'
import { classOpacities, findClassLimits } from './area-classes.ts'
import style from './overview.module.css'

/** The colours of the regions on the map, with the limits between them. */
export const OverviewLegend = ({ parts }: { parts: readonly OverviewPart[] }) => {
  const { t, i18n } = useTranslation('stat-screen')
  const unit = useAreaUnit()
  const word = useAreaWord()
  const labels = useSuffixLabels()
  const limits = findClassLimits(Math.max(0, ...parts.map((part) => fromMu(part.sprayArea, unit))))
  if (limits.length === 0) return null
  return (
    <OnMap area="legend">
      <section className={style.legend} aria-label={t('legend')}>
        <h2>
          {t('workArea')}, {word}
        </h2>
        <ul className="list-plain flex">
          {classOpacities.map((opacity, i) => (
            <li key={opacity}>
              <i style={{ opacity }} />
              <span className="tabular">
                {i === 0 ? null : formatTick(limits[i - 1]!, i18n.language, labels)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </OnMap>
  )
}
