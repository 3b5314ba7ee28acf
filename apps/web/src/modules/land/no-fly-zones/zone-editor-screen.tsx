import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { boundsOfShape, shapeCoordinates, type Ground } from '../../../map/shapes.ts'
import { useStartsFar } from '../../../map/starts-far.ts'
import { EditorScreen, useGoTo } from '../ground-editor/editor-screen.tsx'
import { toMapZone, ZoneLayer, type MapZone } from './zone-layer.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { mapShape } from './zone-draft.ts'
import { useSaveZone } from './no-fly-zones.mutations.ts'
import { ZoneFields, ZoneFormSchema } from './zone-form.tsx'

/** Below this zoom, zones are too small to see. */
const nearZoom = 7
const none: readonly MapZone[] = []

/** Zones further apart do not fit one view; degrees. */
const widestDeg = 3

/** The ground of zones that no drone may enter; stay-in areas are far larger. */
const groundOf = (zones: readonly MapZone[]): Ground | undefined => {
  const out = zones.filter(({ isStayIn }) => !isStayIn)
  const parts = (out.length > 0 ? out : zones).map(({ shape }) =>
    shapeCoordinates(shape).map((ring) => ring.map(([lng, lat]) => [lng!, lat!] as const)),
  )
  const bounds = boundsOfShape({ kind: 'parts', parts })
  if (!bounds) return undefined
  const isWide = Math.max(bounds.maxLng - bounds.minLng, bounds.maxLat - bounds.minLat) > widestDeg
  return isWide ? zones[0]!.shape : { kind: 'parts', parts }
}

/**
 * If the map starts far away, a new zone starts at the other zones, or near the last one declared
 * if they are far apart. Without zones, the map shows what else the person sees, or their region.
 */
const useHome = (isNew: boolean, zones: readonly MapZone[] | undefined): Ground | undefined => {
  const isFar = useStartsFar(isNew, nearZoom)
  const ground = useMemo(() => zones && groundOf(zones), [zones])
  useFirstView(isFar && zones !== undefined && !ground)
  return isFar ? ground : undefined
}

/** The other zones, below the one being drawn. */
const useOtherZones = (noflyId: string | null) => {
  const { data } = useQuery({
    ...buildQuery('listNoFlyZones', { query: { pageSize: '500' } }),
    staleTime: 60_000,
  })
  return useMemo(
    () => data?.items.filter((one) => one.noflyId !== noflyId).map(toMapZone),
    [data, noflyId],
  )
}

type FormProps = { zone: NoFlyZone | null; title: string; onClose: () => void }
const ZoneEditor = ({ zone, title, onClose }: FormProps) => {
  const { t } = useTranslation('no-fly-zones')
  const save = useSaveZone(zone?.noflyId ?? null)
  return (
    <FormDrawer
      title={title}
      schema={ZoneFormSchema}
      isBesideMap
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
  const known = useQuery({
    ...buildQuery('getNoFlyZone', { params: { noflyId: noflyId ?? '' } }),
    enabled: noflyId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const others = useOtherZones(noflyId)
  const home = useHome(noflyId === null, others)
  const shape = known.data?.shape
  useGoTo(
    useMemo(() => (shape ? mapShape(shape) : home), [shape, home]),
    // Other zones are only where to begin: with the land around them.
    noflyId === null ? 12 : undefined,
  )
  return (
    <EditorScreen
      listPath="/business_manage/no-fly-zone-list"
      known={noflyId === null ? null : known}
      nameOf={({ noflyName }) => noflyName}
      labels={{
        create: t('createTitle'),
        edit: (name) => t('editTitle', { name }),
        mayNotChange: t('mayNotChange'),
        mayNotChangeReason: t('mayNotChangeReason'),
        backToList: t('backToList'),
      }}
    >
      {(zone, title, leave) => (
        <>
          <ZoneLayer items={others ?? none} isFaint />
          <ZoneEditor zone={zone} title={title} onClose={leave} />
        </>
      )}
    </EditorScreen>
  )
}
