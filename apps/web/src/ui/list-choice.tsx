import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './list-screen.module.css'

/** The selected rows. On a phone a tap opens a row unless selection is active. */
export const useChoice = <Row,>() => {
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const [isChoosing, setChoosing] = useState(false)
  const clear = (): void => {
    setChosen([])
    setChoosing(false)
  }
  return { chosen, setChosen, isChoosing, setChoosing, clear }
}
export type Choice<Row> = ReturnType<typeof useChoice<Row>>

type Props<Row> = {
  rows: readonly Row[]
  clear: () => void
  bulk: (rows: readonly Row[], clear: () => void) => ReactNode
}

/** The number of selected rows, and the actions for them. */
export const Chosen = <Row,>({ rows, clear, bulk }: Props<Row>) => {
  const { t } = useTranslation('ui')
  return (
    <div className={`flex wrap gap-4-8 items-center border-b ${style.selection}`} role="status">
      <span>{t('chosen', { count: rows.length })}</span>
      <Button type="link" size="small" onClick={clear}>
        {t('clearChosen')}
      </Button>
      <span className={`flex gap-8 ml-auto ${style.bulk}`}>{bulk(rows, clear)}</span>
    </div>
  )
}
