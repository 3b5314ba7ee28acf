import { noFlyZoneList, type NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useCloseDetail, useOpenDetail } from '../../../ui/opened-detail.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ImportButton } from '../geometry-imports/import-button.tsx'
import { useZonesOnMap } from './use-zones-on-map.ts'
import { useZoneCells } from './use-zone-cells.tsx'
import { useAskZoneChange } from './use-zone-questions.ts'
import { ZoneBulk } from './zone-bulk.tsx'
import { ZoneDetail } from './zone-detail.tsx'
import { listedZoneFiles } from './zone-files.ts'
import { ZoneLayer } from './zone-layer.tsx'
import { ZonePoints } from './zone-points.tsx'

const listPath = '/business_manage/no-fly-zone-list'

const shownColumns = ['noflyName', 'enabled', 'distribution', 'kind'] as const

const useEnabledChips = (counts: Record<'true' | 'false', number> | undefined) =>
  useStateChips({
    name: 'enabled',
    states: ['all', 'true', 'false'],
    labels: noFlyZoneList.columns.enabled.labels,
    counts,
  })

export const ZoneListScreen = () => {
  const { t } = useTranslation('no-fly-zones')
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params] = useSearchParams()
  const isManager = useUser().can.manageNoFlyZones
  const { rows, answer, onLoaded } = useLoadedRows<typeof noFlyZoneList>()
  const { chips, narrowed } = useEnabledChips(answer?.stats.enabled)
  const { items, goTo } = useZonesOnMap(rows)
  const askChange = useAskZoneChange()
  const cellRenderers = useZoneCells(askChange)
  const open = useOpenDetail()
  const closeDetail = useCloseDetail()
  const [hoveredId, setHovered] = useState<string | null>(null)
  const [shownId, setShown] = useState<string | null>(null)
  const litId = hoveredId ?? params.get('open') ?? shownId
  const show = (zone: NoFlyZone): void => {
    closeDetail()
    setShown(zone.noflyId)
    goTo(zone)
  }
  const toEditor = (path: string): void =>
    void navigate(`${listPath}/${path}`, { state: { search } })
  const create = isManager && <CreateButton label={t('create')} onClick={() => toEditor('new')} />
  const actions = isManager && (
    <>
      <ImportButton target="no-fly-zones" />
      {create}
    </>
  )
  return (
    <>
      <ZoneLayer items={items} selectedId={litId} onClick={open} />
      <ZonePoints items={items} selectedId={litId} onClick={open} />
      <ListScreen
        list={noFlyZoneList}
        title={t('terms:noFlyZones')}
        head={chips}
        as={{ narrowed }}
        shown={shownColumns}
        cellRenderers={cellRenderers}
        filters={[
          { name: 'detailAddress', label: t('search') },
          'type',
          'kind',
          'restriction',
          'region',
        ]}
        stats={({ stats }) => [
          { label: t('terms:civilAviation'), value: formatCount(stats.civilNoflyNum) },
          { label: t('terms:otherDepartment'), value: formatCount(stats.notCivilNoflyNum) },
        ]}
        files={listedZoneFiles}
        actions={actions}
        rows={{
          onLoaded,
          onHover: (zone) => setHovered(zone?.noflyId ?? null),
          bulk: isManager ? (zones, clear) => <ZoneBulk zones={zones} clear={clear} /> : undefined,
          detail: {
            title: (_id, zone) => zone?.noflyName ?? t('terms:noFlyZone'),
            render: (noflyId, zone) => (
              <ZoneDetail
                noflyId={noflyId}
                row={zone}
                onShow={show}
                onEdit={() => toEditor(`${noflyId}/edit`)}
                onAsk={askChange}
              />
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
