import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { showSuccess } from '../../lib/errors.ts'
import { queryOf } from '../../lib/query.ts'
import { panelPadding } from '../../map/fit.ts'
import { useMap } from '../../map/map-context.ts'
import { boundsOfShape } from '../../map/shapes.ts'
import { ZoneLayer } from './zone-layer.tsx'
import { Empty, Failure } from '../../ui/empty.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sizes } from '../../ui/theme.ts'
import { mapShape } from './zone-draft.ts'
import { useSaveZone } from './no-fly-zones.mutations.ts'
import { ZoneFields, ZoneFormSchema } from './zone-form.tsx'

const listPath = '/business_manage/no-fly-zone-list'
const sheetShare = 0.56
/** For the map to take its new size. */
const layoutMs = 150

/** Draws a new zone or changes one: the form beside the whole map. */
export const ZoneEditorScreen = () => {
  const { t } = useTranslation('no-fly-zones')
  const { noflyId = null } = useParams()
  const map = useMap()
  const navigate = useNavigate()
  const cameFrom = (useLocation().state as { search?: string } | null)?.search ?? ''
  const save = useSaveZone(noflyId)
  const known = useQuery({
    ...queryOf('getNoFlyZone', { params: { noflyId: noflyId ?? '' } }),
    enabled: noflyId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const others = useQuery({
    ...queryOf('listNoFlyZones', { query: { pageSize: '500' } }),
    staleTime: 60_000,
  })
  const zone = known.data
  // After the form has noted that nothing is unsaved.
  const leave = (): void => void setTimeout(() => void navigate(listPath + cameFrom))

  const zoneShape = zone?.shape
  useEffect(() => {
    const bounds = map && zoneShape && boundsOfShape(mapShape(zoneShape))
    if (!bounds) return
    const isNarrow = window.innerWidth < sizes.narrow
    const padding = panelPadding(window.innerWidth, {
      right: true,
      bottomPx: isNarrow ? window.innerHeight * sheetShare : 0,
    })
    // The map has just become as wide as the window.
    const timer = setTimeout(
      () =>
        map.fitBounds(bounds, {
          padding: {
            ...padding,
            right: padding.right + (isNarrow ? 0 : sizes.detail - sizes.drawerRight),
          },
        }),
      layoutMs,
    )
    return () => clearTimeout(timer)
  }, [map, zoneShape])

  const beside = useMemo(
    () =>
      (others.data?.items ?? [])
        .filter((one) => one.noflyId !== noflyId)
        .map(({ noflyId: id, noflyName, shape, enabled }) => ({
          id,
          name: noflyName,
          isEnabled: enabled,
          shape: mapShape(shape),
        })),
    [others.data, noflyId],
  )

  const title =
    noflyId === null ? t('createTitle') : t('editTitle', { name: zone?.noflyName ?? '' })
  if (noflyId !== null && !zone) {
    return (
      <Panel side="right" title={t('editTitle', { name: '' })} onClose={leave}>
        {known.isError ? (
          <Failure error={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  }
  if (zone && !zone.can.update) {
    return (
      <Panel side="right" title={zone.noflyName} onClose={leave}>
        <Empty
          title={t('mayNotChange')}
          reason={t('mayNotChangeReason')}
          action={<Button onClick={leave}>{t('backToList')}</Button>}
        />
      </Panel>
    )
  }
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <ZoneLayer items={beside} />
      <FormDrawer
        open
        title={title}
        schema={ZoneFormSchema}
        mask={false}
        onClose={leave}
        submitLabel={noflyId === null ? t('create') : undefined}
        initial={
          zone ?? {
            type: 1,
            detailAddress: '',
            lowerM: null,
            upperM: null,
            validFrom: null,
            validUntil: null,
          }
        }
        messages={{
          upperBelowLower: t('upperBelowLower'),
          untilBeforeFrom: t('untilBeforeFrom'),
          shapeBroken: t('shapeBroken'),
          outsideOwnRegion: t('outsideOwnRegion'),
          ringWithoutArea: t('problemNoArea'),
        }}
        onSubmit={async (value) => {
          const saved = await save.mutateAsync(value)
          showSuccess(
            noflyId === null
              ? t('created', { name: saved.noflyName })
              : t('saved', { name: saved.noflyName }),
          )
        }}
      >
        <ZoneFields />
      </FormDrawer>
    </>
  )
}
