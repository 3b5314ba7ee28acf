import type { PlotSpraying } from '@swath/contract/flights/plot-work'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMeasure, formatRatio, formatTime } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { SuspicionMarks } from '../claims/suspicion-marks.tsx'
import style from './plot-work.module.css'

type Props = {
  blockId: string
  sprayings: readonly PlotSpraying[]
  left: ReadonlySet<string>
  count: (sortieId: string, isCounted: boolean) => void
}

/** The flights, with a checkbox for each to count it; the time links to the record. */
export const SprayingList = ({ blockId, sprayings, left, count }: Props) => {
  const { t } = useTranslation('plot-work')
  return (
    <ul className={`list-plain grid cols-1 ${style.sprayings}`}>
      {sprayings.map((one) => (
        <li key={one.sortieId}>
          <Checkbox
            checked={!left.has(one.sortieId)}
            onChange={({ target }) => count(one.sortieId, target.checked)}
            aria-label={t('choose', { time: formatTime(one.startTime) })}
          />
          <div>
            <div className={style.first}>
              <Link to={`/monitor_manage/plot-report/${blockId}/${one.droneId}/${one.sortieId}`}>
                {formatTime(one.startTime)}
              </Link>
              <Area mu={one.coveredArea} />
            </div>
            <div className="m-0 muted">
              {[
                one.droneName,
                one.yyAccountName,
                one.chemical,
                formatMeasure(one.sprayL, 'L', 1),
                one.outsideRatio >= 0.005
                  ? t('outside', { share: formatRatio(one.outsideRatio) })
                  : null,
              ]
                .filter((text) => text !== null)
                .join(' · ')}
            </div>
            <SuspicionMarks suspicions={one.suspicions} />
          </div>
        </li>
      ))}
    </ul>
  )
}
