import type { LngLat } from '@swath/domain/lng-lat'
import { isInForce, type AirZone } from '@swath/domain/zone-index'
import { nearestEdge, shapeContains } from '@swath/domain/zone-shapes'
import { useTranslation } from 'react-i18next'
import { dash, formatNumber, formatUnit } from '../../../lib/format.ts'
import { useZonesAround } from './use-zones-around.ts'
import style from './nearest-zone.module.css'

type Named = AirZone & { readonly name: string }

/** A zone nearer than this is highlighted. */
const closeM = 500

/** Considers zones that are in force now; the distance is 0 inside. */
const findNearest = (
  zones: readonly Named[],
  at: LngLat,
  nowMs: number,
): { name: string; distanceM: number } | null => {
  let nearest: { name: string; distanceM: number } | null = null
  for (const zone of zones) {
    if (zone.kind === 'stay_in' || zone.restriction === 'no_restriction') continue
    if (!isInForce(zone, nowMs)) continue
    const distanceM = shapeContains(zone.shape, at[0], at[1])
      ? 0
      : nearestEdge(zone.shape, at).distanceM
    if (nearest === null || distanceM < nearest.distanceM) nearest = { name: zone.name, distanceM }
  }
  return nearest
}

const Distance = ({ distanceM }: { distanceM: number }) => (
  <span className="figure">
    {distanceM < 1_000
      ? formatNumber(Math.round(distanceM / 10) * 10, 0)
      : formatNumber(distanceM / 1_000, 1)}{' '}
    <span className="unit">{formatUnit(distanceM < 1_000 ? 'm' : 'km')}</span>
  </span>
)

/** The distance from a moving drone to the nearest no-fly zone. */
export const NearestZone = ({ at }: { at: LngLat }) => {
  const { t } = useTranslation('ui')
  const zones = useZonesAround(at)
  const nearest = zones && findNearest(zones, at, Date.now())
  return (
    <p
      className={`flex gap-12 items-baseline justify-between min-w-0 mt-12 ${style.nearest}`}
      data-close={nearest ? nearest.distanceM < closeM : undefined}
    >
      <span className="flex-none muted text-12">{t('nearestZone')}</span>
      {nearest ? (
        <span className={`min-w-0 text-right break-anywhere ${style.zone}`}>
          {nearest.distanceM === 0 ? (
            t('insideZone', { name: nearest.name })
          ) : (
            <>
              {nearest.name} · <Distance distanceM={nearest.distanceM} />
            </>
          )}
        </span>
      ) : (
        <span>{zones ? t('noZoneNear') : dash}</span>
      )}
    </p>
  )
}
