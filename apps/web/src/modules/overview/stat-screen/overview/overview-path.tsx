import { ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './overview.module.css'

type Step = { readonly regionCode: string | null; readonly areaName: string }
type Props = {
  path: readonly Step[]
  onOpen: (regionCode: string | null) => void
  onUp: () => void
}

/** Breadcrumbs from the world or the own region down to the current one. */
export const OverviewPath = ({ path, onOpen, onUp }: Props) => {
  const { t } = useTranslation('stat-screen')
  return (
    <nav
      className={`flex items-center justify-between ${style.path}`}
      aria-label={t('pathOfRegion')}
    >
      <ol>
        {path.map(({ regionCode, areaName }, i) => {
          const name = regionCode === null ? t('world') : areaName
          return (
            <li key={regionCode ?? ''}>
              {i < path.length - 1 ? (
                <Button type="link" size="small" onClick={() => onOpen(regionCode)}>
                  {name}
                </Button>
              ) : (
                <strong aria-current="location">{name}</strong>
              )}
            </li>
          )
        })}
      </ol>
      {path.length > 1 && (
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={t('levelUp')}
          title={t('levelUp')}
          onClick={onUp}
        />
      )}
    </nav>
  )
}
