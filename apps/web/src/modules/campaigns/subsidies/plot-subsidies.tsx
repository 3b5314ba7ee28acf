// Payments, made or due, for spraying one plot: visible to those with access to the plot's lines,
// who can object to wrong ones.
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { Area } from '../../../ui/area.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { LineView } from './line-view.tsx'
import { Money } from './money.tsx'
import { stateTones, stateLabels } from './subsidy.labels.ts'
import style from './subsidies.module.css'

export const PlotSubsidies = ({ blockId }: { blockId: string }) => {
  const { t } = useTranslation('subsidies')
  const [openId, setOpenId] = useState<string | null>(null)
  const lines = useQuery(
    buildQuery('listSubsidyLines', { query: { blockId, order: '-firstTime' } }),
  )
  const items = lines.data?.items ?? []
  if (items.length === 0) return null
  return (
    <FactSection title={t('app:subsidyList')}>
      <ul className={style.rows}>
        {items.map((line) => (
          <li key={line.lineId}>
            <div className="flex wrap gap-4-12 items-center justify-between">
              <span>
                {line.season} {line.year} · {line.yyAccountName}
              </span>
              <StateTag tone={stateTones[line.subsidyState]}>
                {t(stateLabels[line.subsidyState])}
              </StateTag>
            </div>
            <div className="flex wrap gap-4-12 items-center justify-between">
              <span>
                <Area mu={line.groundArea} /> ·{' '}
                <Money minor={line.amountMinor} currency={line.currency} />
              </span>
              <Button
                aria-expanded={openId === line.lineId}
                onClick={() => setOpenId(openId === line.lineId ? null : line.lineId)}
              >
                {t('terms:details')}
              </Button>
            </div>
            {openId === line.lineId && <LineView lineId={line.lineId} />}
          </li>
        ))}
      </ul>
    </FactSection>
  )
}
