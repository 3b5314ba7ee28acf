import type { GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { formatNumber, formatRatio, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { usePerAreaWord } from '../../../ui/area.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { dosePerUnit } from './plan-draft.ts'
import style from './group-control.module.css'

const lookMs = 30_000

/** Planned and sprayed amounts for each dose. */
export const DoseComparison = ({ plan: { plan, state } }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const unit = useAreaUnit()
  const word = usePerAreaWord()
  const asked = useQuery({
    ...buildQuery('getGroupDoses', { params: { plan } }),
    enabled: state !== 'ready',
    refetchInterval: state === 'flying' ? lookMs : false,
  })
  if (!asked.data) return null
  return (
    <FactSection title={t('doses')}>
      <table className={style.doses}>
        <thead>
          <tr>
            <th scope="col">
              {t('dose')} <span className="unit">L/{word}</span>
            </th>
            <th scope="col">
              {t('dosePlanned')} <span className="unit">{formatUnit('L')}</span>
            </th>
            <th scope="col">
              {t('doseSprayed')} <span className="unit">{formatUnit('L')}</span>
            </th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody className="figure">
          {asked.data.rows.map(({ doseLHa, plannedL, sprayedL }) => (
            <tr key={doseLHa}>
              <td>{formatNumber(dosePerUnit(doseLHa, unit), 2)}</td>
              <td>{formatNumber(plannedL, 1)}</td>
              <td>{formatNumber(sprayedL, 1)}</td>
              <td>{formatRatio(plannedL > 0 ? sprayedL / plannedL : null, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </FactSection>
  )
}
