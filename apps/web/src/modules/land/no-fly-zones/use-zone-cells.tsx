import { reasonLabels, type NoFlyZone, type noFlyZoneList } from '@swath/contract/land/no-fly-zones'
import { muFromM2 } from '@swath/domain/units'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatNumber } from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { CellTime } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import type { ZoneChange } from './no-fly-zones.mutations.ts'
import { Distribution, isDistributed } from './distribution.tsx'
import { describeWindow } from '../../../lib/week-hours.ts'
import { ZoneState } from './zone-detail.tsx'

type AskChange = (zone: NoFlyZone, change: ZoneChange) => void

/** On a phone a tag: a thumb that scrolls would press a switch. */
const ZoneSwitch = ({ zone, onAsk }: { zone: NoFlyZone; onAsk: AskChange }) => {
  const { t } = useTranslation('no-fly-zones')
  const narrow = useNarrow()
  return zone.can.enable && !narrow ? (
    <Switch
      size="small"
      checked={zone.enabled}
      aria-label={t('stateOf', { name: zone.noflyName })}
      onChange={() => onAsk(zone, zone.enabled ? 'disable' : 'enable')}
    />
  ) : (
    <ZoneState isEnabled={zone.enabled} />
  )
}

/** Cell renderers for zones. */
export const useZoneCells = (onAsk: AskChange): CellRenderers<typeof noFlyZoneList> => {
  const { t, i18n } = useTranslation('no-fly-zones')
  const areaWord = useAreaWord()
  return {
    noflyName: { width: 180 },
    enabled: {
      width: 96,
      render: (zone) => <ZoneSwitch zone={zone} onAsk={onAsk} />,
      isUsual: ({ enabled }) => enabled,
    },
    areaM2: { unit: areaWord, render: ({ areaM2 }) => <Area mu={muFromM2(areaM2)} bare /> },
    lowerM: { render: ({ lowerM }) => formatNumber(lowerM ?? 0, 0) },
    reasons: {
      render: ({ reasons }) => reasons.map((reason) => t(reasonLabels[reason])).join(', ') || dash,
    },
    windows: {
      render: ({ windows }) =>
        windows.map((window) => describeWindow(window, i18n.language)).join('; ') || t('allHours'),
    },
    authorities: {
      render: ({ authorities }) => authorities.map(({ name }) => name).join(', ') || dash,
    },
    distribution: {
      width: 150,
      render: ({ distribution }) =>
        isDistributed(distribution) ? <Distribution counts={distribution} /> : dash,
    },
    validFrom: {
      render: ({ validFrom }) =>
        validFrom === null ? t('atOnce') : <CellTime exact time={validFrom} />,
    },
    validUntil: {
      render: ({ validUntil }) =>
        validUntil === null ? t('noEnd') : <CellTime exact time={validUntil} />,
    },
  }
}
