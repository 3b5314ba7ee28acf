import type { Sortie } from '@swath/contract/flights'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatDuration, formatNumber, formatRatio } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { Column } from '../../../ui/list-columns.tsx'
import { Time } from '../../../ui/time.tsx'
import { anomalyLevel, anomalyWords, modeWords, sourceWords } from '../flight-words.ts'
import style from './flight-list.module.css'

const Alarms = ({ sortie }: { sortie: Sortie }) => {
  const { t } = useTranslation('flights')
  return sortie.anomalies.length === 0 ? (
    dash
  ) : (
    <span className={style.alarms}>
      {sortie.anomalies.map((code) => (
        <AlarmMark key={code} level={anomalyLevel(code)} title={t(anomalyWords[code])} />
      ))}
    </span>
  )
}

/**
 * An operator knows who it is and sees the maker, others see the operator. What a flight comes to
 * is known when it has landed.
 */
export const useFlightColumns = (): readonly Column<Sortie>[] => {
  const { t } = useTranslation('flights')
  const areaWord = useAreaWord()
  const isOperator = useUser().accountType === 4
  return useMemo(() => {
    const landed = (row: Sortie, figure: React.ReactNode) => (row.state === 'open' ? dash : figure)
    return [
      {
        key: 'startTime',
        title: t('start'),
        sort: 'startTime',
        width: 176,
        render: (row) => <Time time={row.startTime} />,
      },
      {
        key: 'droneName',
        title: t('drone'),
        render: (row) => <span className={style.name}>{row.droneName}</span>,
      },
      { key: 'droneId', title: t('droneId'), hidden: true, render: (row) => row.droneId },
      {
        key: 'durationS',
        title: t('duration'),
        number: true,
        sort: 'durationS',
        render: (row) =>
          row.state === 'open' ? (
            <span className={style.inAir}>{t('open')}</span>
          ) : (
            formatDuration(row.durationS)
          ),
      },
      {
        key: 'sprayArea',
        title: t('covered'),
        unit: areaWord,
        number: true,
        sort: 'sprayArea',
        render: (row) => landed(row, <Area mu={row.sprayArea} bare />),
      },
      {
        key: 'sprayL',
        title: t('litres'),
        unit: 'L',
        number: true,
        sort: 'sprayL',
        render: (row) => landed(row, formatNumber(row.sprayL, 1)),
      },
      { key: 'anomalies', title: t('alarms'), render: (row) => <Alarms sortie={row} /> },
      { key: 'oprName', title: t('pilot'), render: (row) => row.oprName ?? dash },
      { key: 'blockName', title: t('plot'), render: (row) => row.blockName ?? dash },
      {
        key: 'yyAccountName',
        title: t('operator'),
        hidden: isOperator,
        render: (row) => row.yyAccountName ?? dash,
      },
      {
        key: 'zzAccountName',
        title: t('manufacturer'),
        hidden: !isOperator,
        render: (row) => row.zzAccountName,
      },
      {
        key: 'region',
        title: t('region'),
        hidden: true,
        render: (row) => row.region.join(' / ') || dash,
      },
      {
        key: 'workMode',
        title: t('mode'),
        hidden: true,
        render: (row) => (row.workMode === null ? dash : t(modeWords[row.workMode])),
      },
      {
        key: 'source',
        title: t('source'),
        hidden: true,
        render: (row) => t(sourceWords[row.source]),
      },
      {
        key: 'overlapRatio',
        title: t('overlap'),
        number: true,
        sort: 'overlapRatio',
        hidden: true,
        render: (row) => landed(row, formatRatio(row.overlapRatio)),
      },
      {
        key: 'sweptArea',
        title: t('sweptArea'),
        unit: areaWord,
        number: true,
        hidden: true,
        render: (row) => landed(row, <Area mu={row.sweptArea} bare />),
      },
      {
        key: 'outsideRatio',
        title: t('outside'),
        number: true,
        hidden: true,
        render: (row) => formatRatio(row.outsideRatio),
      },
      {
        key: 'distanceM',
        title: t('distance'),
        unit: 'km',
        number: true,
        hidden: true,
        render: (row) => landed(row, formatNumber(row.distanceM / 1000)),
      },
      {
        key: 'meanSpeed',
        title: t('meanSpeed'),
        unit: 'm/s',
        number: true,
        hidden: true,
        render: (row) => formatNumber(row.meanSpeed, 1),
      },
      {
        key: 'meanHeight',
        title: t('meanHeight'),
        unit: 'm',
        number: true,
        hidden: true,
        render: (row) => formatNumber(row.meanHeight, 1),
      },
      {
        key: 'sprayWidth',
        title: t('sprayWidth'),
        unit: 'm',
        number: true,
        hidden: true,
        render: (row) => formatNumber(row.sprayWidth, 1),
      },
      {
        key: 'endTime',
        title: t('end'),
        hidden: true,
        render: (row) => landed(row, <Time time={row.endTime} />),
      },
    ]
  }, [t, areaWord, isOperator])
}
