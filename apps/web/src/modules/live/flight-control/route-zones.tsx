import type { RoutePoint } from '@swath/domain/command'
import { routeCrossings } from '@swath/domain/route-crossings'
import { Alert, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useZonesAround } from '../../land/public.ts'

/** The zones that a route enters, in the order in which it enters them. */
export const useRouteZones = (points: readonly RoutePoint[], heightM: number) => {
  const zones = useZonesAround(points[0]?.at ?? null)
  return useMemo(
    () =>
      routeCrossings(
        points.map(({ at }) => ({ at, heightM })),
        zones ?? [],
        Date.now(),
      ).map(({ zone, at }) => ({
        id: zone.id,
        name: zone.name,
        at,
        isForbidden: zone.restriction === 'prohibited',
      })),
    [points, heightM, zones],
  )
}

type Crossing = ReturnType<typeof useRouteZones>[number]

/** Zones that a route enters, and where: some forbid it, others need consent. */
export const RouteZoneNotes = ({ crossings }: { crossings: readonly Crossing[] }) => {
  const { t } = useTranslation('flight-control')
  return crossings.map(({ id, name, at, isForbidden }) => (
    <Alert
      key={id}
      type={isForbidden ? 'error' : 'warning'}
      showIcon
      title={t(isForbidden ? 'zoneForbids' : 'zoneWarns', { name })}
      description={t('zonePlace', { place: `${at[0].toFixed(5)}°, ${at[1].toFixed(5)}°` })}
    />
  ))
}

/** The required consent, and the state of its confirmation. */
export const useConsent = (crossings: readonly Crossing[], isAskedFor: boolean) => {
  const { t } = useTranslation('flight-control')
  // Ids of the confirmed zones: a zone that the route enters later needs another confirmation.
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const warned = crossings.filter(({ isForbidden }) => !isForbidden).map(({ id }) => id)
  // The server may report a zone that this page does not know; it has no id here.
  const asked = warned.length === 0 && isAskedFor ? ['reported by the server'] : warned
  const hasConsent = asked.length > 0 && asked.every((id) => agreed.includes(id))
  return {
    hasConsent,
    isMissing: asked.length > 0 && !hasConsent,
    box: asked.length > 0 && (
      <Checkbox
        checked={hasConsent}
        onChange={({ target }) => setAgreed(target.checked ? asked : [])}
      >
        {t('zoneConsent')}
      </Checkbox>
    ),
  }
}
