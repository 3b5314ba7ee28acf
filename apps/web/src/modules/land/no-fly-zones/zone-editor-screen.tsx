import type { NoFlyZone, ZoneShape } from '@swath/contract/no-fly-zones'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { panelPadding } from '../../../map/fit.ts'
import { useMap } from '../../../map/map-context.ts'
import { boundsOfShape } from '../../../map/shapes.ts'
import { useStartsFar } from '../../../map/starts-far.ts'
import { toMapZone, ZoneLayer } from './zone-layer.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { coveredBelowPx } from '../../../ui/sheet.ts'
import { sizes } from '../../../lib/theme.ts'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { mapShape } from './zone-draft.ts'
import { useSaveZone } from './no-fly-zones.mutations.ts'
import { ZoneFields, ZoneFormSchema } from './zone-form.tsx'

const listPath = '/business_manage/no-fly-zone-list'
/** For the map to take its new size. */
const layoutMs = 150

/** Below this zoom, ground cannot be distinguished. */
const nearZoom = 7

/**
 * Round the zone that was declared last, for a new one that is begun from afar; for the first of
 * all, round what else the person sees, or their region.
 */
const useHome = (isNew: boolean): ZoneShape | undefined => {
  const isFar = useStartsFar(isNew, nearZoom)
  const last = useQuery({
    ...buildQuery('listNoFlyZones', { query: { pageSize: '1' } }),
    enabled: isFar,
  })
  const shape = last.data?.items[0]?.shape
  useFirstView(isFar && last.isSuccess && !shape)
  return isFar ? shape : undefined
}

/** The map goes to the zone that is changed, or to where a new one will be. */
const useGoTo = (shape: ZoneShape | undefined, isNew: boolean): void => {
  const map = useMap()
  useEffect(() => {
    const bounds = map && shape && boundsOfShape(mapShape(shape))
    if (!bounds) return
    const isNarrow = window.innerWidth < sizes.narrow
    // The map has just become as wide as the window.
    const timer = setTimeout(() => {
      const padding = panelPadding(window.innerWidth, { right: true, bottomPx: coveredBelowPx() })
      map.fitBounds(bounds, {
        padding: {
          ...padding,
          right: padding.right + (isNarrow ? 0 : sizes.detail - sizes.drawerRight),
        },
        ...(isNew ? { maxZoom: 13 } : {}),
      })
    }, layoutMs)
    return () => clearTimeout(timer)
  }, [map, shape, isNew])
}

/** The other zones, beneath the one that is drawn. */
const useOtherZones = (noflyId: string | null) => {
  const others = useQuery({
    ...buildQuery('listNoFlyZones', { query: { pageSize: '500' } }),
    staleTime: 60_000,
  })
  return useMemo(
    () => (others.data?.items ?? []).filter((one) => one.noflyId !== noflyId).map(toMapZone),
    [others.data, noflyId],
  )
}

type FormProps = { zone: NoFlyZone | null; title: string; onClose: () => void }
const ZoneEditor = ({ zone, title, onClose }: FormProps) => {
  const { t } = useTranslation('no-fly-zones')
  const save = useSaveZone(zone?.noflyId ?? null)
  return (
    <FormDrawer
      open
      title={title}
      schema={ZoneFormSchema}
      mask={false}
      onClose={onClose}
      submitLabel={zone === null ? t('create') : undefined}
      initial={
        zone ?? {
          type: 1,
          kind: 'stay_out',
          restriction: 'prohibited',
          reasons: [],
          message: '',
          authorities: [],
          detailAddress: '',
          lowerM: null,
          upperM: null,
          lowerReference: 'ground',
          upperReference: 'ground',
          validFrom: null,
          validUntil: null,
          windows: [],
          timeZone: null,
        }
      }
      {...(zone && {
        readAgain: () => call('getNoFlyZone', { params: { noflyId: zone.noflyId } }),
      })}
      messages={{
        upperBelowLower: t('upperBelowLower'),
        untilBeforeFrom: t('untilBeforeFrom'),
        belowGround: t('belowGround'),
        authoritiesWrong: t('badAddress'),
        shapeBroken: t('shapeBroken'),
        outsideOwnRegion: t('outsideOwnRegion'),
        ringWithoutArea: t('problemNoArea'),
      }}
      onSubmit={async (value) => {
        const saved = await save.mutateAsync(value)
        showSuccess(
          zone === null
            ? t('created', { name: saved.noflyName })
            : t('saved', { name: saved.noflyName }),
        )
      }}
    >
      <ZoneFields />
    </FormDrawer>
  )
}

/** Draws a new zone or changes one: the form next to the whole map. */
export const ZoneEditorScreen = () => {
  const { t } = useTranslation('no-fly-zones')
  const { noflyId = null } = useParams()
  const navigate = useNavigate()
  const cameFrom = (useLocation().state as { search?: string } | null)?.search ?? ''
  const known = useQuery({
    ...buildQuery('getNoFlyZone', { params: { noflyId: noflyId ?? '' } }),
    enabled: noflyId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const zone = known.data
  const home = useHome(noflyId === null)
  useGoTo(zone?.shape ?? home, noflyId === null)
  const others = useOtherZones(noflyId)
  // After the form has noted that nothing is unsaved.
  const leave = (): void => void setTimeout(() => void navigate(listPath + cameFrom))
  if (noflyId !== null && !zone)
    return (
      <Panel side="right" title={t('editTitle', { name: '' })} onClose={leave}>
        {known.isError ? (
          <Failure error={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  if (zone && !zone.can.update)
    return (
      <Panel side="right" title={zone.noflyName} onClose={leave}>
        <Empty
          title={t('mayNotChange')}
          reason={t('mayNotChangeReason')}
          action={<Button onClick={leave}>{t('backToList')}</Button>}
        />
      </Panel>
    )
  const title = zone ? t('editTitle', { name: zone.noflyName }) : t('createTitle')
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <ZoneLayer items={others} />
      <ZoneEditor zone={zone ?? null} title={title} onClose={leave} />
    </>
  )
}
