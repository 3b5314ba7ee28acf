import type { NoFlyZone, ZoneShape } from '@swath/contract/land/no-fly-zones'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useStartsFar } from '../../../map/starts-far.ts'
import { EditorScreen, useGoTo } from '../ground-editor/editor-screen.tsx'
import { toMapZone, ZoneLayer } from './zone-layer.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { mapShape } from './zone-draft.ts'
import { useSaveZone } from './no-fly-zones.mutations.ts'
import { ZoneFields, ZoneFormSchema } from './zone-form.tsx'

/** Below this zoom, zones are too small to see. */
const nearZoom = 7

/**
 * If the map starts far away, a new zone starts near the last one declared. Without zones, the map
 * shows what else the person sees, or their region.
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

/** The other zones, below the one being drawn. */
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
  const home = useHome(noflyId === null)
  const shape = known.data?.shape ?? home
  useGoTo(
    useMemo(() => shape && mapShape(shape), [shape]),
    // The last zone is only where to begin: with the land around it.
    noflyId === null ? 10.5 : undefined,
  )
  const others = useOtherZones(noflyId)
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
          <ZoneLayer items={others} isFaint />
          <ZoneEditor zone={zone} title={title} onClose={leave} />
        </>
      )}
    </EditorScreen>
  )
}
