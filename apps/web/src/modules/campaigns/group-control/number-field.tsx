import { InputNumber } from 'antd'
import style from './group-control.module.css'
import { formatUnit } from '../../../lib/format.ts'

type Props = {
  label: string
  value: number
  onChange: (value: number) => void
  limits: readonly [number, number]
  unit?: string
  step?: number
  decimals?: number
}

/** A number field of a plan, limited to valid values. */
export const NumberField = ({
  label,
  value,
  onChange,
  limits: [least, most],
  unit,
  step = 1,
  decimals = 1,
}: Props) => (
  <label className={style.field}>
    <span>{label}</span>
    <InputNumber
      min={least}
      max={most}
      step={step}
      precision={decimals}
      suffix={unit && formatUnit(unit)}
      value={value}
      changeOnWheel={false}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  </label>
)
