import { Button } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../../map/map-context.ts'
import type { Ground } from '../../../map/shapes.ts'
import { SheetBar, useOwnSheet } from '../../../ui/sheet-bar.tsx'
import { fitGround } from './fit-ground.ts'
import style from './ground-editor.module.css'

type Props = {
  /** Identifies what is being drawn: the sheet collapses when it changes. */
  drawn: string
  isClosed: boolean
  ground: Ground | null
  problem: string | null
  /** Instructions until there is an area. */
  hint: string
  area: ReactNode
  /** Takes back the last step. */
  back: ReactNode
  /** Selects what to draw; instead of `back` and Done, while nothing is drawn. */
  choice?: ReactNode
  /** Closes the outline; null if it has too few corners. */
  close: (() => void) | null
}

/** On a phone the form collapses to this line while somebody draws. */
export const DrawingBar = (props: Props) => {
  const { drawn, isClosed, ground, problem, hint, area, back, choice, close } = props
  const { t } = useTranslation('terms')
  const { bar, open, collapse } = useOwnSheet()
  const map = useMap()
  const bringIntoView = useEffectEvent(() =>
    bar && map && ground ? fitGround(map, ground) : undefined,
  )
  useEffect(() => {
    if (!isClosed) return collapse()
    open()
    return bringIntoView()
  }, [isClosed, drawn, open, collapse])
  return (
    <SheetBar>
      <div className={`flex gap-8 items-center ${style.bar}`}>
        <div className="flex-1 min-w-0" role="status">
          {problem ? <span className="danger">{problem}</span> : (area ?? hint)}
        </div>
        {choice || (
          <>
            {back}
            <Button
              type="primary"
              disabled={!isClosed && !close}
              onClick={() => {
                if (isClosed) open()
                else close?.()
              }}
            >
              {t('done')}
            </Button>
          </>
        )}
      </div>
    </SheetBar>
  )
}
