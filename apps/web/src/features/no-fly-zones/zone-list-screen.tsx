import { PlusOutlined } from '@ant-design/icons'
import { noFlyZoneList, type NoFlyZone } from '@swath/contract/no-fly-zones'
import { muFromM2 } from '@swath/domain/units'
import { Button, Switch } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { showSuccess } from '../../lib/errors.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { useMap } from '../../map/map-context.ts'
import { boundsOfPlaces, boundsOfShape, shapeCoordinates } from '../../map/shapes.ts'
import { ZoneLayer } from './zone-layer.tsx'
import { Area, useAreaWord } from '../../ui/area.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ListScreen } from '../../ui/list-screen.tsx'
import { useStage } from '../../ui/stage.tsx'
import { Time } from '../../ui/time.tsx'
import { ZoneBulk } from './zone-bulk.tsx'
import { useZoneChange, type ZoneChange } from './no-fly-zones.mutations.ts'
import { ZoneDetail, ZoneState } from './zone-detail.tsx'
import { mapShape } from './zone-draft.ts'
import { ZonePoints } from './zone-points.tsx'

const listPath = '/business_manage/no-fly-zone-list'
/**
 * From this width on the map stands beside the list without taking room that the list needs, px.
 */
const besideFrom = 1280
/** For the map to take its new size. */
const layoutMs = 150

/**
 * The map beside the list: open from the start where there is room, and as it was when one leaves.
 */
const useMapBeside = (): void => {
  const { openMap } = useStage()
  useEffect(() => {
    if (window.innerWidth < besideFrom) return
    openMap(true)
    return () => openMap(false)
  }, [openMap])
}

type SwitchProps = { zone: NoFlyZone; onAsk: (what: ZoneChange) => void }
const ZoneSwitch = ({ zone, onAsk }: SwitchProps) => {
  const { t } = useTranslation('no-fly-zones')
  return zone.can.enable ? (
    <Switch
      size="small"
      checked={zone.enabled}
      aria-label={t('stateOf', { name: zone.noflyName })}
      onChange={() => onAsk(zone.enabled ? 'disable' : 'enable')}
    />
  ) : (
    <ZoneState isEnabled={zone.enabled} />
  )
}

export const ZoneListScreen = () => {
  const { t } = useTranslation('no-fly-zones')
  const areaWord = useAreaWord()
  const map = useMap()
  const stage = useStage()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const isManager = useUser().can.manageNoFlyZones
  const change = useZoneChange()
  const confirm = useConfirm()
  const [rows, setRows] = useState<readonly NoFlyZone[]>([])
  const [hoveredId, setHovered] = useState<string | null>(null)
  const [shownId, setShown] = useState<string | null>(null)
  const openId = params.get('open')
  useMapBeside()

  const open = (noflyId: string | null): void =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (noflyId === null) after.delete('open')
      else after.set('open', noflyId)
      return after
    })
  const items = useMemo(
    () =>
      rows.map(({ noflyId, noflyName, shape, enabled }) => ({
        id: noflyId,
        name: noflyName,
        isEnabled: enabled,
        shape: mapShape(shape),
      })),
    [rows],
  )
  // The map goes where the rows are, when there are others than before.
  const rowIds = rows.map(({ noflyId }) => noflyId).join(' ')
  useEffect(() => {
    const bounds =
      stage.isMapOpen && map
        ? boundsOfPlaces(items.flatMap(({ shape }) => shapeCoordinates(shape)[0] ?? []))
        : null
    if (!bounds) return
    const timer = setTimeout(
      () => map?.fitBounds(bounds, { maxZoom: 13, animate: false }),
      layoutMs,
    )
    return () => clearTimeout(timer)
    // Not for every change of a row.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [map, rowIds, stage.isMapOpen])

  const show = (zone: NoFlyZone): void => {
    open(null)
    setShown(zone.noflyId)
    stage.openMap(true)
    const bounds = boundsOfShape(mapShape(zone.shape))
    // A map that opens for it has its size only after it is laid out.
    if (bounds) setTimeout(() => map?.fitBounds(bounds, { maxZoom: 15 }), layoutMs)
  }
  const ask = (zone: NoFlyZone, what: ZoneChange): void => {
    if (what === 'delete') {
      confirm({
        title: t('askDelete', { name: zone.noflyName }),
        text: t('deleteEffect'),
        verb: t('delete'),
        run: async () => {
          // Its details are left before they are gone.
          open(null)
          await change.mutateAsync({ zone, change: what })
          showSuccess(t('deleted', { name: zone.noflyName }))
        },
      })
      return
    }
    const run = () => change.mutateAsync({ zone, change: what })
    if (what === 'enable')
      confirm({
        title: t('askEnable', { name: zone.noflyName }),
        text: t('enableEffect'),
        verb: t('enable'),
        danger: false,
        run,
      })
    else
      confirm({
        title: t('askDisable', { name: zone.noflyName }),
        text: t('disableEffect'),
        verb: t('disable'),
        run,
      })
  }
  const edit = (zone: NoFlyZone): void =>
    void navigate(`${listPath}/${zone.noflyId}/edit`, { state: { search } })
  const create = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => void navigate(`${listPath}/new`, { state: { search } })}
    >
      {t('create')}
    </Button>
  )
  const litId = hoveredId ?? openId ?? shownId
  const onRows = useCallback((shown: readonly NoFlyZone[]) => setRows(shown), [])
  return (
    <>
      <ZoneLayer items={items} selectedId={litId} onClick={open} />
      <ZonePoints items={items} selectedId={litId} onClick={open} />
      <ListScreen
        list={noFlyZoneList}
        title={t('terms:noFlyZones')}
        shown={[
          'noflyName',
          'enabled',
          'type',
          'areaM2',
          'region',
          'detailAddress',
          'validUntil',
          'createdAt',
        ]}
        looks={{
          noflyName: { width: 180 },
          enabled: {
            width: 96,
            render: (zone) => <ZoneSwitch zone={zone} onAsk={(what) => ask(zone, what)} />,
          },
          areaM2: { unit: areaWord, render: ({ areaM2 }) => <Area mu={muFromM2(areaM2)} bare /> },
          region: { render: ({ region }) => region.slice(-2).join(' / ') },
          lowerM: { render: ({ lowerM }) => formatNumber(lowerM ?? 0, 0) },
          validFrom: {
            render: ({ validFrom }) =>
              validFrom === null ? t('atOnce') : <Time time={validFrom} />,
          },
          validUntil: {
            render: ({ validUntil }) =>
              validUntil === null ? t('noEnd') : <Time time={validUntil} />,
          },
        }}
        filters={[{ name: 'detailAddress', label: t('search') }, 'type', 'enabled', 'region']}
        stats={({ stats, total }) => [
          { label: t('all'), value: formatCount(total) },
          { label: t('terms:civilAviation'), value: formatCount(stats.civilNoflyNum) },
          { label: t('terms:otherDepartment'), value: formatCount(stats.notCivilNoflyNum) },
        ]}
        files={[
          {
            label: 'GeoJSON',
            operation: 'exportNoFlyZones',
            fileName: 'no-fly-zones.geojson',
            query: { format: 'geojson' },
          },
        ]}
        actions={isManager && create}
        rows={{
          onCame: onRows,
          onHover: (zone) => setHovered(zone?.noflyId ?? null),
          bulk: isManager ? (zones, clear) => <ZoneBulk zones={zones} clear={clear} /> : undefined,
          detail: {
            title: (_id, zone) => zone?.noflyName ?? t('terms:noFlyZone'),
            render: (noflyId, zone) => (
              <ZoneDetail noflyId={noflyId} row={zone} onShow={show} onEdit={edit} onAsk={ask} />
            ),
          },
        }}
        empty={{
          title: t('none'),
          reason: isManager ? t('noneReason') : t('noneReasonReader'),
          ...(isManager ? { action: create } : {}),
        }}
      />
    </>
  )
}
