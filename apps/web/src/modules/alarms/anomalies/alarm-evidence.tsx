import type { Anomaly } from '@swath/contract/anomalies'
import { muFromM2 } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { Area } from '../../../ui/area.tsx'
import { Time } from '../../../ui/time.tsx'
import { evidenceLines } from './evidence.ts'
import style from './anomalies.module.css'

/** When, by whom and where, and the figures by which it was judged. */
export const Evidence = ({ anomaly }: { anomaly: Anomaly }) => {
  const { t } = useTranslation('anomalies')
  const lines = evidenceLines(anomaly.evidence)
  return (
    <dl className={`grid gap-4 text-13 mb-12 ${style.evidence}`}>
      <div>
        <dt>{t('at')}</dt>
        <dd>
          <Time time={anomaly.recordTime} />
        </dd>
      </div>
      {lines.map((line) => (
        <div key={line.label}>
          <dt>{t(line.label)}</dt>
          <dd>
            {'areaM2' in line ? (
              <Area mu={muFromM2(line.areaM2)} />
            ) : 'word' in line ? (
              t(line.word)
            ) : (
              <span className="figure">
                {line.text}
                {line.unit && <span className="unit"> {line.unit}</span>}
              </span>
            )}
          </dd>
        </div>
      ))}
      {anomaly.oprName && (
        <div>
          <dt>{t('terms:pilot')}</dt>
          <dd>{anomaly.oprName}</dd>
        </div>
      )}
      {anomaly.yyAccountName && (
        <div>
          <dt>{t('terms:operator')}</dt>
          <dd>{anomaly.yyAccountName}</dd>
        </div>
      )}
      <div>
        <dt>{t('terms:serialNumber')}</dt>
        <dd>{anomaly.droneId}</dd>
      </div>
      <div>
        <dt>{t('position')}</dt>
        <dd className="figure">
          {anomaly.lng.toFixed(5)}°, {anomaly.lat.toFixed(5)}°
        </dd>
      </div>
    </dl>
  )
}
