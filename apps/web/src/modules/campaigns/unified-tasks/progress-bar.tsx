import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatRatio } from '../../../lib/format.ts'
import style from './unified-tasks.module.css'

/** Progress towards the goal; the number can exceed 100 %. */
export const ProgressBar = ({ ratio }: { ratio: number | null }) => {
  const { t } = useTranslation('unified-tasks')
  return ratio === null ? (
    <>{dash}</>
  ) : (
    <span className={`grid gap-8 items-center ${style.progress}`}>
      <Progress
        percent={Math.min(100, ratio * 100)}
        showInfo={false}
        size="small"
        aria-label={t('progress')}
      />
      <span className="figure">{formatRatio(ratio)}</span>
    </span>
  )
}
