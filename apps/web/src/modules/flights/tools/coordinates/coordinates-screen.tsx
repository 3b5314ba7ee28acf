import type { AngleStyle } from '@swath/domain/angle-text'
import type { AxisOrder } from '@swath/domain/coordinate-text'
import { convertPlace, DATUMS, type Datum } from '@swath/domain/coordinates'
import { Input, Segmented, Select } from 'antd'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../lib/format.ts'
import { boundsOfPlaces } from '../../../../map/shapes.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { useOwnView } from '../../../../ui/use-first-view.ts'
import { useFreeMap } from '../../../../ui/use-free-map.ts'
import { ToTools } from '../tool-page.tsx'
import {
  convertLines,
  datumNames,
  isConverted,
  mostLines,
  placeText,
  type Converted,
} from './conversion.ts'
import { PlaceList } from './place-list.tsx'
import { PlaceMarkers } from './place-markers.tsx'
import tool from '../tools.module.css'

const usedBy: Readonly<Record<Datum, string>> = {
  wgs84: 'tools:usedWgs84',
  gcj02: 'tools:usedGcj02',
  bd09: 'tools:usedBd09',
}
/** One place in two notations. */
const examples: Readonly<Record<AxisOrder, string>> = {
  latLng: '30.2741, 120.1551\n30°16′26.76″N 120°09′18.36″E',
  lngLat: '120.1551, 30.2741\n120°09′18.36″E 30°16′26.76″N',
}
/**
 * A click on the map adds a line to the text. The map moves to typed positions, but not to clicked
 * ones, which are visible already.
 */
const useMapPlaces = (
  places: readonly Converted[],
  reading: { readonly from: Datum; readonly order: AxisOrder },
  addLine: (line: string) => void,
): void => {
  const { map, padding } = useFreeMap()
  const latest = useRef({ reading, addLine })
  useEffect(() => {
    latest.current = { reading, addLine }
  }, [reading, addLine])
  const isPicked = useRef(false)
  useEffect(
    () =>
      map?.onBackgroundClick(([lng, lat]) => {
        const { from, order } = latest.current.reading
        const place = convertPlace([((lng + 540) % 360) - 180, lat], 'wgs84', from)
        isPicked.current = true
        latest.current.addLine(placeText(place, 'degrees', order))
      }),
    [map],
  )
  useEffect(() => {
    const bounds = boundsOfPlaces(places.map(({ places: { wgs84 } }) => wgs84))
    if (!map || !bounds || isPicked.current) {
      isPicked.current = false
      return
    }
    const timer = setTimeout(() => {
      map.fitBounds(bounds, { padding: padding(), maxZoom: 14 })
    }, 400)
    return () => clearTimeout(timer)
  }, [map, places, padding])
}

type Reading = { readonly text: string; readonly from: Datum; readonly order: AxisOrder }

type Props = { reading: Reading; set: (values: Partial<Reading>) => void }
const ReadingFields = ({ reading, set }: Props) => {
  const { t } = useTranslation('tools')
  const id = useId()
  return (
    <>
      <div className={tool.field}>
        <label htmlFor={`${id}-from`}>{t('datum')}</label>
        <Select
          id={`${id}-from`}
          value={reading.from}
          onChange={(from) => set({ from })}
          options={DATUMS.map((value) => ({
            value,
            label: `${datumNames[value]} · ${t(usedBy[value])}`,
          }))}
        />
      </div>
      <div className={tool.field}>
        <span>{t('order')}</span>
        <Segmented
          block
          value={reading.order}
          aria-label={t('order')}
          onChange={(order: AxisOrder) => set({ order })}
          options={[
            { value: 'latLng', label: t('orderLatLng') },
            { value: 'lngLat', label: t('orderLngLat') },
          ]}
        />
      </div>
      <div className={tool.field}>
        <label htmlFor={id}>{t('places')}</label>
        <Input.TextArea
          id={id}
          value={reading.text}
          autoSize={{ minRows: 3, maxRows: 8 }}
          spellCheck={false}
          className="tabular"
          placeholder={examples[reading.order]}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <small>{t('placesHint')}</small>
      </div>
    </>
  )
}

const withLine = (text: string, line: string): string =>
  `${text.trimEnd()}${text.trim() === '' ? '' : '\n'}${line}\n`

/**
 * Converts positions between WGS-84 and the datums of Chinese maps; typed, pasted or picked on the
 * map.
 */
export const CoordinatesScreen = () => {
  const { t } = useTranslation('tools')
  const [reading, setReading] = useState<Reading>({ text: '', from: 'wgs84', order: 'latLng' })
  const [angles, setAngles] = useState<AngleStyle>('degrees')
  const { text, from, order } = reading
  const later = useDeferredValue(text)
  const rows = useMemo(() => convertLines(later, from, order), [later, from, order])
  const places = useMemo(() => rows.filter(isConverted), [rows])
  useOwnView(text === '')
  useMapPlaces(places, reading, (line) =>
    setReading((before) => ({ ...before, text: withLine(before.text, line) })),
  )
  return (
    <>
      <PlaceMarkers places={places} />
      <Panel
        side="left"
        title={
          <>
            <ToTools />
            {t('terms:coordinateConverter')}
          </>
        }
      >
        <div className={`grid gap-16 content-start ${tool.panelBody}`}>
          <h1 className="sr-only">{t('terms:coordinateConverter')}</h1>
          <ReadingFields
            reading={reading}
            set={(values) => setReading((before) => ({ ...before, ...values }))}
          />
          {text.split('\n').length > mostLines && (
            <p className={tool.warning}>{t('tooManyLines', { limit: formatCount(mostLines) })}</p>
          )}
          {rows.length > 0 && (
            <PlaceList
              rows={rows}
              order={order}
              angles={angles}
              setAngles={setAngles}
              onClear={() => setReading((before) => ({ ...before, text: '' }))}
            />
          )}
          <details className={tool.hint}>
            <summary>{t('coordinatesHow')}</summary>
            {t('coordinatesSource')}
          </details>
        </div>
      </Panel>
    </>
  )
}
