import { AimOutlined } from '@ant-design/icons'
import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import { Alert, Button, Select, Switch } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { colors } from '../../../lib/theme.ts'
import type { Corners } from './plot-draft.ts'
import { useDronePosition, useNearbyDrones, usePhonePosition, type Fix } from './use-positions.ts'
import style from './plots.module.css'

/** Distance between automatic corners while walking, metres. */
const stepM = 3
/** A less accurate position sets no automatic corner, metres. */
const sureM = 10

/** Shows the current position of the phone or the drone. */
const usePlaceOnMap = (fix: Fix | null): void => {
  const [lng, lat] = fix?.at ?? []
  const layer = useMemo(
    (): MapLayer | null =>
      lng === undefined || lat === undefined
        ? null
        : {
            id: 'walked-place',
            slot: 'places',
            sources: {
              place: {
                data: {
                  type: 'Feature',
                  properties: {},
                  geometry: { type: 'Point', coordinates: [lng, lat] },
                },
              },
            },
            styleLayers: [
              {
                id: 'dot',
                source: 'place',
                kind: 'circle',
                paint: {
                  'circle-radius': 8,
                  'circle-color': colors.brand,
                  'circle-stroke-color': colors.paper,
                  'circle-stroke-width': 3,
                },
              },
            ],
          },
    [lng, lat],
  )
  useMapLayer(layer)
}

/** While on, sets a corner every few metres. */
const useTrail = (
  isOn: boolean,
  fix: Fix | null,
  corners: Corners,
  onCorners: (corners: Corners) => void,
): void => {
  const latest = useRef({ corners, onCorners })
  useEffect(() => {
    latest.current = { corners, onCorners }
  })
  useEffect(() => {
    if (!isOn || !fix || (fix.accuracyM ?? 0) > sureM) return
    const last = latest.current.corners.at(-1)
    if (last && distanceM(last, fix.at) < stepM) return
    latest.current.onCorners([...latest.current.corners, fix.at])
  }, [isOn, fix])
}

type Source = 'phone' | 'drone'
type Props = { corners: Corners; onCorners: (corners: readonly LngLat[]) => void }

/** Sets corners at the position of a telephone or of a drone. */
export const WalkCorners = ({ corners, onCorners }: Props) => {
  const { t } = useTranslation('plots')
  const [source, setSource] = useState<Source | null>(null)
  const [droneId, setDrone] = useState<string | null>(null)
  const [isTrail, setTrail] = useState(false)
  const phone = usePhonePosition(source === 'phone')
  const drones = useNearbyDrones(source === 'drone')
  const drone = useDronePosition(source === 'drone' ? droneId : null)
  const fix = source === 'phone' ? phone.fix : drone
  usePlaceOnMap(fix)
  useTrail(isTrail, fix, corners, onCorners)
  return (
    <div className="grid gap-8">
      <Select<Source>
        value={source}
        placeholder={t('walkWith')}
        aria-label={t('walkWith')}
        options={[
          { value: 'phone', label: t('walkPhone') },
          { value: 'drone', label: t('walkDrone') },
        ]}
        onChange={setSource}
      />
      {source === 'drone' && (
        <Select
          value={droneId}
          placeholder={t('terms:drone')}
          aria-label={t('terms:drone')}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={t('dronesNone')}
          options={drones.map((one) => ({ value: one.droneId, label: one.droneName }))}
          onChange={setDrone}
        />
      )}
      {source === 'phone' && phone.isRefused && (
        <Alert type="warning" showIcon title={t('positionRefused')} />
      )}
      {source !== null && (
        <>
          <p className="m-0 muted text-13 leading-20" role="status">
            {fix
              ? fix.accuracyM === null
                ? t('positionKnown')
                : t('positionAccuracy', { metres: formatNumber(fix.accuracyM, 1) })
              : t('positionAwaited')}
          </p>
          <Button
            type="primary"
            icon={<AimOutlined aria-hidden />}
            disabled={!fix}
            onClick={() => fix && onCorners([...corners, fix.at])}
          >
            {t('cornerHere')}
          </Button>
          <label className={`flex gap-8 items-center ${style.trail}`}>
            <Switch checked={isTrail} onChange={setTrail} />
            <span>{t('walkTrail', { metres: stepM })}</span>
          </label>
        </>
      )}
    </div>
  )
}
