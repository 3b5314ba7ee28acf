import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { muFromM2 } from '@swath/domain/units'
import { useTranslation } from 'react-i18next'
import { formatUnit } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { Time } from '../../../ui/time.tsx'
import { evidenceLines } from './evidence.ts'
import style from './anomalies.module.css'

/** Time, people and place of an alarm, and the measurements that raised it. */
export const Evidence = ({ anomaly }: { anomaly: Anomaly }) => {
  const { t } = useTranslation('anomalies')
  const lines = evidenceLines(anomaly.evidence)
  return (
    <dl className={`grid gap-4 text-13 mb-12 ${style.evidence}`}>
      <Pair label={t('at')}>
        <Time time={anomaly.recordTime} seconds />
      </Pair>
      {lines.map((line) => (
        <Pair key={line.label} label={t(line.label)}>
          {'areaM2' in line ? (
            <Area mu={muFromM2(line.areaM2)} />
          ) : 'word' in line ? (
            t(line.word)
          ) : (
            <span className="figure">
              {line.text}
              {line.unit && <span className="unit"> {formatUnit(line.unit)}</span>}
            </span>
          )}
        </Pair>
      ))}
      {anomaly.oprName && <Pair label={t('terms:pilot')}>{anomaly.oprName}</Pair>}
      {anomaly.yyAccountName && <Pair label={t('terms:operator')}>{anomaly.yyAccountName}</Pair>}
      <Pair label={t('terms:serialNumber')}>{anomaly.droneId}</Pair>
      <div>
        <dt>{t('position')}</dt>
        <dd className="figure">
          {anomaly.lng.toFixed(5)}°, {anomaly.lat.toFixed(5)}°
        </dd>
      </div>
    </dl>
  )
}
