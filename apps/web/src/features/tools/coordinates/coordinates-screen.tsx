import type { AngleStyle, AxisOrder, CoordinateProblem } from '@swath/domain/coordinate-text'
import { convertPlace, DATUMS, type Datum } from '@swath/domain/coordinates'
import { Button, Input, Segmented, Select } from 'antd'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { panelPadding } from '../../../map/fit.ts'
import { useMap } from '../../../map/map-context.ts'
import { boundsOfPlaces } from '../../../map/shapes.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { CopyButton } from '../copy-button.tsx'
import { sheetShare, ToTools } from '../tool-page.tsx'
import {
  conversionCsv,
  convertLines,
  datumNames,
  isConverted,
  mostLines,
  placeText,
  type Converted,
  type Refused,
} from './conversion.ts'
import { PlaceMarkers } from './place-markers.tsx'
import tool from '../tools.module.css'
import style from './coordinates.module.css'

const problemTexts: Readonly<Record<CoordinateProblem, string>> = {
  not_coordinates: 'tools:problemNot',
  not_two: 'tools:problemTwo',
  bad_minutes: 'tools:problemMinutes',
  lat_range: 'tools:problemLat',
  lng_range: 'tools:problemLng',
  same_axis: 'tools:problemAxis',
  sign_and_letter: 'tools:problemSign',
}
const usedBy: Readonly<Record<Datum, string>> = {
  wgs84: 'tools:usedWgs84',
  gcj02: 'tools:usedGcj02',
  bd09: 'tools:usedBd09',
}
/** The same place twice, in two ways of writing. */
const examples: Readonly<Record<AxisOrder, string>> = {
  latLng: '30.2741, 120.1551\n30°16′26.76″N 120°09′18.36″E',
  lngLat: '120.1551, 30.2741\n120°09′18.36″E 30°16′26.76″N',
}
/** The file holds all of them. */
const mostShown = 50

const Row = ({ name, text }: { name: string; text: string }) => {
  const { t } = useTranslation('tools')
  return (
    <div className={style.row}>
      <dt>{name}</dt>
      <dd>
        <span className="figure">{text}</span>
        <CopyButton text={() => text} name={t('copyOf', { what: `${name} ${text}` })} />
      </dd>
    </div>
  )
}

const Place = ({
  one,
  angles,
  order,
}: {
  one: Converted
  angles: AngleStyle
  order: AxisOrder
}) => {
  const { t } = useTranslation('tools')
  return (
    <li className={style.place}>
      <p className={style.own}>
        <b className="figure">{one.line}</b> <span>{one.text}</span>
      </p>
      {one.swapped && (
        <p className={tool.warning}>{t(order === 'latLng' ? 'swappedLng' : 'swappedLat')}</p>
      )}
      <dl className={style.rows}>
        {one.offset ? (
          DATUMS.map((datum) => (
            <Row
              key={datum}
              name={datumNames[datum]}
              text={placeText(one.places[datum], angles, order)}
            />
          ))
        ) : (
          <Row name={datumNames.wgs84} text={placeText(one.places.wgs84, angles, order)} />
        )}
        {one.utm && <Row name="UTM" text={one.utm} />}
        {one.mgrs && <Row name="MGRS" text={one.mgrs} />}
      </dl>
      {!one.offset && <p className={tool.hint}>{t('notOffset')}</p>}
    </li>
  )
}

const Wrong = ({ one }: { one: Refused }) => {
  const { t } = useTranslation('tools')
  return (
    <li className={style.place}>
      <p className={style.own}>
        <b className="figure">{one.line}</b> <span>{one.text}</span>
      </p>
      <p className={tool.danger}>{t(problemTexts[one.problem])}</p>
    </li>
  )
}

/**
 * Places between the true coordinates and those of Chinese maps, one or many, typed, pasted or
 * picked on the map.
 */
export const CoordinatesScreen = () => {
  const { t } = useTranslation('tools')
  const map = useMap()
  const narrow = useNarrow()
  const [text, setText] = useState('')
  const [from, setFrom] = useState<Datum>('wgs84')
  const [order, setOrder] = useState<AxisOrder>('latLng')
  const [angles, setAngles] = useState<AngleStyle>('degrees')
  const inputId = useId()
  const later = useDeferredValue(text)
  const rows = useMemo(() => convertLines(later, from, order), [later, from, order])
  const places = useMemo(() => rows.filter(isConverted), [rows])
  const refused = rows.length - places.length

  const picking = useRef({ from, order })
  useEffect(() => {
    picking.current = { from, order }
  }, [from, order])
  // What is typed comes into view, what is picked there is seen already.
  const isPicked = useRef(false)
  useEffect(
    () =>
      map?.onBackgroundClick((at) => {
        const place = convertPlace(
          [((at[0] + 540) % 360) - 180, at[1]],
          'wgs84',
          picking.current.from,
        )
        isPicked.current = true
        setText(
          (before) =>
            `${before.trimEnd()}${before.trim() === '' ? '' : '\n'}${placeText(place, 'degrees', picking.current.order)}\n`,
        )
      }),
    [map],
  )
  useEffect(() => {
    const bounds = boundsOfPlaces(places.map(({ places: { wgs84 } }) => wgs84))
    if (!map || !bounds || isPicked.current) {
      isPicked.current = false
      return
    }
    const timer = setTimeout(
      () =>
        map.fitBounds(bounds, {
          padding: panelPadding(window.innerWidth, {
            left: true,
            bottomPx: narrow ? sheetShare * window.innerHeight : 0,
          }),
          maxZoom: 14,
        }),
      400,
    )
    return () => clearTimeout(timer)
  }, [map, places, narrow])

  return (
    <>
      <PlaceMarkers places={places} />
      <Panel
        side="left"
        sheet="half"
        title={
          <>
            <ToTools />
            {t('coordinates')}
          </>
        }
      >
        <div className={tool.panelBody}>
          <h1 className="sr-only">{t('coordinates')}</h1>
          <div className={tool.field}>
            <label htmlFor={`${inputId}-from`}>{t('datum')}</label>
            <Select
              id={`${inputId}-from`}
              value={from}
              onChange={setFrom}
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
              value={order}
              aria-label={t('order')}
              onChange={setOrder}
              options={[
                { value: 'latLng', label: t('orderLatLng') },
                { value: 'lngLat', label: t('orderLngLat') },
              ]}
            />
          </div>
          <div className={tool.field}>
            <label htmlFor={inputId}>{t('places')}</label>
            <Input.TextArea
              id={inputId}
              value={text}
              autoSize={{ minRows: 3, maxRows: 8 }}
              spellCheck={false}
              className={style.input}
              placeholder={examples[order]}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <small>{t('placesHint')}</small>
          </div>
          {rows.length > 0 && (
            <>
              <div className={tool.field}>
                <span>{t('writtenAs')}</span>
                <Segmented
                  block
                  value={angles}
                  aria-label={t('writtenAs')}
                  onChange={setAngles}
                  options={[
                    { value: 'degrees', label: '0.0000000°' },
                    { value: 'minutes', label: '0°00.0′' },
                    { value: 'seconds', label: '0°00′00″' },
                  ]}
                />
              </div>
              <div className={tool.actions}>
                <CopyButton
                  text={() => conversionCsv(rows).slice(1)}
                  name={t('copyTable')}
                  word={t('copyTable')}
                />
                <Button
                  onClick={() =>
                    saveFile(
                      `${t('coordinatesFile')}.csv`,
                      new Blob([conversionCsv(rows)], { type: 'text/csv' }),
                    )
                  }
                >
                  {t('downloadCsv')}
                </Button>
                <Button type="text" onClick={() => setText('')}>
                  {t('clear')}
                </Button>
              </div>
              <p className={tool.hint} role="status">
                {t('placesRead', { count: places.length, shown: formatCount(places.length) })}
                {refused > 0 && (
                  <> · {t('placesRefused', { count: refused, shown: formatCount(refused) })}</>
                )}
              </p>
              {text.split('\n').length > mostLines && (
                <p className={tool.warning}>
                  {t('tooManyLines', { limit: formatCount(mostLines) })}
                </p>
              )}
              <ol className={style.places}>
                {rows
                  .slice(0, mostShown)
                  .map((one) =>
                    isConverted(one) ? (
                      <Place key={one.line} one={one} angles={angles} order={order} />
                    ) : (
                      <Wrong key={one.line} one={one} />
                    ),
                  )}
              </ol>
              {rows.length > mostShown && (
                <p className={tool.hint}>
                  {t('moreInFile', {
                    count: rows.length - mostShown,
                    shown: formatCount(rows.length - mostShown),
                  })}
                </p>
              )}
            </>
          )}
          <p className={tool.hint}>{t('coordinatesSource')}</p>
        </div>
      </Panel>
    </>
  )
}
