import type { AngleStyle } from '@swath/domain/angle-text'
import type { AxisOrder, CoordinateProblem } from '@swath/domain/coordinate-text'
import { DATUMS } from '@swath/domain/coordinates'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../lib/format.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CopyButton } from '../copy-button.tsx'
import {
  conversionCsv,
  datumNames,
  isConverted,
  placeText,
  type Converted,
  type Refused,
} from './conversion.ts'
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
/** Further rows are only in the exported file. */
const mostShown = 50

const Row = ({ name, text }: { name: string; text: string }) => {
  const { t } = useTranslation('tools')
  return (
    <div className={style.row}>
      <dt className="text-12">{name}</dt>
      <dd className="flex items-center text-13">
        <span className="figure">{text}</span>
        <CopyButton text={() => text} name={t('copyOf', { what: `${name} ${text}` })} />
      </dd>
    </div>
  )
}

type PlaceProps = { one: Converted; angles: AngleStyle; order: AxisOrder }
const Place = ({ one, angles, order }: PlaceProps) => {
  const { t } = useTranslation('tools')
  return (
    <li className={`grid gap-6 border-t ${style.place}`}>
      <p className={`flex gap-8 m-0 muted text-13 ${style.own}`}>
        <b className="figure">{one.line}</b>{' '}
        <span className="min-w-0 break-anywhere">{one.text}</span>
      </p>
      {one.swapped && (
        <p className={tool.warning}>{t(order === 'latLng' ? 'swappedLng' : 'swappedLat')}</p>
      )}
      <dl className="m-0">
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
    <li className={`grid gap-6 border-t ${style.place}`}>
      <p className={`flex gap-8 m-0 muted text-13 ${style.own}`}>
        <b className="figure">{one.line}</b>{' '}
        <span className="min-w-0 break-anywhere">{one.text}</span>
      </p>
      <p className={tool.danger}>{t(problemTexts[one.problem])}</p>
    </li>
  )
}

type Props = {
  rows: readonly (Converted | Refused)[]
  order: AxisOrder
  angles: AngleStyle
  setAngles: (angles: AngleStyle) => void
  onClear: () => void
}

const AnglesAndFiles = ({ rows, angles, setAngles, onClear }: Omit<Props, 'order'>) => {
  const { t } = useTranslation('tools')
  const csv = (): string => conversionCsv(rows)
  return (
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
      <div className="flex wrap gap-8 items-center">
        <CopyButton text={() => csv().slice(1)} name={t('copyTable')} word={t('copyTable')} />
        <Button
          onClick={() =>
            saveFile(`${t('coordinatesFile')}.csv`, new Blob([csv()], { type: 'text/csv' }))
          }
        >
          {t('downloadCsv')}
        </Button>
        <Button type="text" onClick={onClear}>
          {t('clear')}
        </Button>
      </div>
    </>
  )
}

/** The positions: exports, their number, and each position in every notation. */
export const PlaceList = ({ rows, order, angles, setAngles, onClear }: Props) => {
  const { t } = useTranslation('tools')
  const converted = rows.filter(isConverted).length
  const refused = rows.length - converted
  const beyond = rows.length - mostShown
  return (
    <>
      <AnglesAndFiles rows={rows} angles={angles} setAngles={setAngles} onClear={onClear} />
      <p className={tool.hint} role="status">
        {t('placesRead', { count: converted, shown: formatCount(converted) })}
        {refused > 0 && (
          <> · {t('placesRefused', { count: refused, shown: formatCount(refused) })}</>
        )}
      </p>
      <ol className="list-plain grid gap-12">
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
      {beyond > 0 && (
        <p className={tool.hint}>
          {t('moreInFile', { count: beyond, shown: formatCount(beyond) })}
        </p>
      )}
    </>
  )
}
