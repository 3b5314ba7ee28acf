import type { GeometryImport, GeometryImportItem } from '@swath/contract/land/geometry-imports'
import { Checkbox, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Area } from '../../../ui/area.tsx'
import { useChoice } from './geometry-imports.mutations.ts'
import { stateLabels } from './import.labels.ts'
import style from './geometry-imports.module.css'

const stateColors = { good: 'success', mended: 'warning', bad: 'error' } as const

/** Problems of an item, with their positions. */
const Problems = ({ problems }: { problems: GeometryImportItem['problems'] }) => {
  const { t } = useTranslation('geometry-imports')
  return (
    <ul className={`list-plain text-13 ${style.problems}`}>
      {problems.slice(0, 4).map(({ reason, isRepaired, at, word }, i) => (
        // Problems have no other key than their index.
        <li className="muted" key={i} data-broken={!isRepaired}>
          {t(`problem.${reason}`)}
          {word !== undefined && word !== '' && <>: {word}</>}
          {!isRepaired && at && (
            <> · {t('at', { place: `${at[0].toFixed(5)}°, ${at[1].toFixed(5)}°` })}</>
          )}
        </li>
      ))}
    </ul>
  )
}

type RowProps = {
  item: GeometryImportItem
  isSelected: boolean
  mayChoose: boolean
  onSelect: () => void
  onChoose: (isChosen: boolean) => void
}
const Row = ({ item, isSelected, mayChoose, onSelect, onChoose }: RowProps) => {
  const { t } = useTranslation('geometry-imports')
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={row} className={style.item} data-selected={isSelected}>
      {mayChoose && (
        <Checkbox
          className={style.check}
          checked={item.isChosen}
          disabled={item.state === 'bad'}
          aria-label={t('chooseRow', { name: item.name })}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <button type="button" className={style.itemBody} onClick={onSelect}>
        <span className={`flex gap-8 items-baseline ${style.itemHead}`}>
          <span className={`muted text-12 tabular ${style.number}`}>{item.number}</span>
          <strong>{item.name}</strong>
          {item.state !== 'good' && (
            <Tag color={stateColors[item.state]}>{t(stateLabels[item.state])}</Tag>
          )}
          {item.isKept && <Tag>{t('kept')}</Tag>}
        </span>
        <span className="flex wrap gap-4-12 muted text-13">
          {item.outline && <Area mu={item.area} />}
          {item.layer !== '' && <span>{item.layer}</span>}
        </span>
        {item.problems.length > 0 && <Problems problems={item.problems} />}
        {item.refusal !== null && (
          <span className={`text-13 ${style.refusal}`}>{item.refusal}</span>
        )}
      </button>
    </li>
  )
}

type Props = {
  of: GeometryImport
  rows: readonly GeometryImportItem[]
  selected: number | null
  onSelect: (number: number) => void
}

/** The items of the file: their problems, whether they are imported, and the result. */
export const ImportItems = ({ of, rows, selected, onSelect }: Props) => {
  const { t } = useTranslation('geometry-imports')
  const choice = useChoice(of)
  return (
    <ul className="list-plain grid border rounded-8" aria-label={t('items')}>
      {rows.map((item) => (
        <Row
          key={item.number}
          item={item}
          isSelected={item.number === selected}
          mayChoose={of.can.change}
          onSelect={() => onSelect(item.number)}
          onChoose={(isChosen) => choice.mutate({ numbers: [item.number], isChosen })}
        />
      ))}
    </ul>
  )
}
