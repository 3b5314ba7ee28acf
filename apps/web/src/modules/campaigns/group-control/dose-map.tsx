import { DeleteOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { FileButton } from '../../../ui/file-choice.tsx'
import { groundColors } from '../../../lib/theme.ts'
import type { Draft } from './plan-draft.ts'
import style from './group-control.module.css'

type Props = { draft: Draft; set: (change: Partial<Draft>) => void }

/** Higher doses are darker. */
const useDosesOnMap = (zones: Draft['doseZones']): void => {
  useMapLayer(
    useMemo((): MapLayer => {
      const most = Math.max(1, ...zones.map(({ doseLHa }) => doseLHa))
      return {
        id: 'group-doses',
        slot: 'covered-ground',
        sources: {
          doses: {
            data: {
              type: 'FeatureCollection',
              features: zones.map(({ parts, doseLHa }) => ({
                type: 'Feature',
                properties: { share: doseLHa / most },
                geometry: { type: 'MultiPolygon', coordinates: parts },
              })),
            },
          },
        },
        styleLayers: [
          {
            id: 'doses',
            source: 'doses',
            kind: 'fill',
            paint: {
              'fill-color': groundColors.plot,
              'fill-opacity': ['*', 0.6, ['get', 'share']],
            },
          },
        ],
      }
    }, [zones]),
  )
}

/** Doses by area, from a file made by another program. */
export const DoseMap = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const id = useId()
  const read = useMutation({
    mutationFn: (file: File) => call('readDoseMap', { file }),
    onSuccess: ({ zones }) => set({ doseZones: zones, cuts: null }),
  })
  const { doseZones } = draft
  useDosesOnMap(doseZones)
  return (
    <div className={style.field}>
      <label htmlFor={id}>{t('doseMap')}</label>
      <div className="flex wrap gap-8">
        <FileButton
          id={id}
          accept=".geojson,.json,.zip,.kml,.kmz,.xml,.csv"
          loading={read.isPending}
          onFiles={([file]) => {
            if (file) read.mutate(file)
          }}
        >
          {t('terms:chooseAFile')}
        </FileButton>
        {doseZones.length > 0 && (
          <>
            <span>
              {t('doseMapRead', { count: doseZones.length, shown: formatCount(doseZones.length) })}
            </span>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`${t('terms:remove')} ${t('doseMap')}`}
              onClick={() => set({ doseZones: [], cuts: null })}
            />
          </>
        )}
      </div>
      <p className="m-0 muted text-12">{t('doseMapHint')}</p>
    </div>
  )
}
