import { ColumnHeightOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Popover } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stored, useStored, type Stored } from '../lib/stored.ts'
import { ToolButton } from './tool-button.tsx'
import style from './list-screen.module.css'

export type Column<Row> = {
  key: string
  title: string
  /** Shown in the column header, so that cells hold figures alone. */
  unit?: string
  render: (row: Row) => ReactNode
  /** Figures are right-aligned with tabular digits. */
  number?: boolean
  /** The call's name for this sort order. */
  sort?: string
  width?: number
  /** Hidden until the person adds the column. */
  hidden?: boolean
  /** Where the column is in the two lines of a row on a phone; by default it is not shown. */
  phone?: 'title' | 'state' | 'figure'
  /** On a phone the label precedes the value, or this shorter one. */
  named?: boolean | string
  /** Set where `render` draws more than a dash for a missing value, which a phone leaves out. */
  isMissing?: (row: Row) => boolean
  /** The value of most rows, which a phone leaves out: only the others need attention. */
  isUsual?: (row: Row) => boolean
}

export type Density = 'large' | 'medium' | 'small'
export type View = {
  density: Density
  /** Columns whose visibility differs from the default. */ switched: readonly string[]
}

const stores = new Map<string, Stored<View>>()
const openStore = (screen: string): Stored<View> => {
  const known =
    stores.get(screen) ??
    stored<View>(`list.${screen}`, (kept) => {
      const value = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<View>
      return {
        density: value.density === 'large' || value.density === 'small' ? value.density : 'medium',
        switched: Array.isArray(value.switched)
          ? value.switched.filter((one) => typeof one === 'string')
          : [],
      }
    })
  stores.set(screen, known)
  return known
}

/** The person's column settings for one list, stored by screen. */
export const useListView = (screen: string): [View, (view: View) => void] => {
  const store = useMemo(() => openStore(screen), [screen])
  return [useStored(store), store.set]
}

export const isShown = <Row,>(column: Column<Row>, view: View): boolean =>
  view.switched.includes(column.key) === (column.hidden ?? false)

type Props<Row> = { columns: readonly Column<Row>[]; view: View; setView: (view: View) => void }

export const ListViewTools = <Row,>({ columns, view, setView }: Props<Row>) => {
  const { t } = useTranslation('ui')
  const toggle = (key: string): void =>
    setView({
      ...view,
      switched: view.switched.includes(key)
        ? view.switched.filter((one) => one !== key)
        : [...view.switched, key],
    })
  const choice = (
    <div className={style.choice}>
      {columns.map((column, index) => (
        <Checkbox
          key={column.key}
          disabled={index === 0}
          checked={index === 0 || isShown(column, view)}
          onChange={() => toggle(column.key)}
        >
          {column.title}
        </Checkbox>
      ))}
      <Button
        size="small"
        type="link"
        disabled={view.switched.length === 0}
        onClick={() => setView({ ...view, switched: [] })}
      >
        {t('columnsReset')}
      </Button>
    </div>
  )
  const densities: readonly { key: Density; label: string }[] = [
    { key: 'large', label: t('densityLarge') },
    { key: 'medium', label: t('densityMedium') },
    { key: 'small', label: t('densitySmall') },
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: densities.map(({ key, label }) => ({ key, label })),
          selectable: true,
          selectedKeys: [view.density],
          onClick: ({ key }) =>
            setView({
              ...view,
              density: densities.find((one) => one.key === key)?.key ?? 'medium',
            }),
        }}
      >
        <ToolButton icon={<ColumnHeightOutlined />} label={t('density')} />
      </Dropdown>
      <Popover trigger="click" placement="bottomRight" title={t('columns')} content={choice}>
        <ToolButton icon={<SettingOutlined />} label={t('columns')} />
      </Popover>
    </>
  )
}
