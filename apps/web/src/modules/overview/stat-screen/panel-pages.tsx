import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from './pager.tsx'
import { StatScreenPlace } from './stat-screen-panel.tsx'
import { useRoom } from './stat-screen-variant.ts'
import { usePageTurning } from './use-page-turning.ts'
import style from './panel-pages.module.css'

/** Panels that fit below each other. */
export type PanelColumn = { readonly name: string; readonly panels: ReactNode }

const toPages = <T,>(columns: readonly T[], atOnce: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(columns.length / atOnce) }, (_, i) =>
    columns.slice(i * atOnce, (i + 1) * atOnce),
  )

/** Columns of panels in as many pages as the window needs; on a phone all below each other. */
export const PanelPages = ({ columns }: { columns: readonly PanelColumn[] }) => {
  const { t } = useTranslation('stat-screen')
  const room = useRoom()
  const pages = room.isStacked ? [columns] : toPages(columns, room.columns)
  const turning = usePageTurning(pages.length)
  const { page, count } = turning
  const shown = pages[page]!
  const name =
    count > 1 ? { 'role': 'group', 'aria-label': t('pageOf', { page: page + 1, count }) } : {}
  return (
    <div
      className={style.pages}
      style={{ '--columns': Math.min(columns.length, room.columns) } as CSSProperties}
    >
      {count > 1 && <Pager turning={turning} />}
      <div key={page} className={style.columns} {...name}>
        {shown.map((column, i) => (
          <StatScreenPlace key={`${column.name} ${i}`} name={column.name}>
            {column.panels}
          </StatScreenPlace>
        ))}
      </div>
    </div>
  )
}
