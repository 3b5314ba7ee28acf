import { alarmKindLabels } from '@swath/contract/alarms/alarm-title'
import { anomalyLevel } from '@swath/domain/anomaly-rules'
import type { flightList, Sortie } from '@swath/contract/flights/flight-list'
import { useTranslation } from 'react-i18next'
import { dash, formatDuration, formatNumber, formatRatio } from '../../../../lib/format.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { Area } from '../../../../ui/area.tsx'
import { Clipped } from '../../../../ui/clipped.tsx'
import type { CellRenderers } from '../../../../ui/list-declared.tsx'
import { CellTime } from '../../../../ui/time.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import style from './flight-list.module.css'

const Alarms = ({ sortie }: { sortie: Sortie }) => {
  const { t } = useTranslation('flights')
  return (
    <span className="inline-flex gap-4 items-center">
      {sortie.anomalies.map((code) => (
        <AlarmMark key={code} level={anomalyLevel(code)} title={t(alarmKindLabels[code])} />
      ))}
    </span>
  )
}

export const Going = ({ text }: { text: string }) => <span className={style.inAir}>{text}</span>
export const DroneName = ({ name }: { name: string }) => <span className="medium">{name}</span>

/** In a table the tag is on the left of the cell and the figure on the right. */
const Duration = ({ sortie }: { sortie: Sortie }) => {
  const { t } = useTranslation('flights')
  const narrow = useNarrow()
  const going = sortie.state === 'open' && <Going text={t('open')} />
  const figure = known(sortie, formatDuration(sortie.durationS))
  return narrow ? (
    <>
      {going} {figure}
    </>
  ) : (
    <span className="flex gap-8 items-center justify-between">
      <span>{going}</span>
      {figure}
    </span>
  )
}

type Named = 'droneName' | 'oprName' | 'blockName' | 'yyAccountName'
/** Cut to the width that the table leaves for it, so that all columns of the screen fit. */
const named = (name: Named) => ({
  render: (row: Sortie) => {
    const text = row[name]
    return text === null ? dash : <Clipped className={style[name]} text={text} />
  },
  isMissing: (row: Sortie) => row[name] === null,
})

const landed = ({ state }: Sortie, figure: React.ReactNode) => (state === 'open' ? dash : figure)
/** An airborne flight has figures so far, once its first points are stored. */
const known = ({ state, hasTrack }: Sortie, figure: React.ReactNode) =>
  state === 'open' && !hasTrack ? dash : figure

export const flightCells: CellRenderers<typeof flightList> = {
  startTime: { width: 140 },
  droneName: named('droneName'),
  oprName: named('oprName'),
  blockName: named('blockName'),
  yyAccountName: named('yyAccountName'),
  durationS: { render: (row) => <Duration sortie={row} /> },
  sprayArea: { width: 116, render: (row) => known(row, <Area mu={row.sprayArea} bare />) },
  sprayL: { width: 116, render: (row) => known(row, formatNumber(row.sprayL, 1)) },
  anomalies: { render: (row) => (row.anomalies.length === 0 ? dash : <Alarms sortie={row} />) },
  overlapRatio: { render: (row) => landed(row, formatRatio(row.overlapRatio)) },
  sweptArea: { render: (row) => known(row, <Area mu={row.sweptArea} bare />) },
  distanceM: { unit: 'km', render: (row) => known(row, formatNumber(row.distanceM / 1000)) },
  endTime: { render: (row) => landed(row, <CellTime exact time={row.endTime} />) },
}
