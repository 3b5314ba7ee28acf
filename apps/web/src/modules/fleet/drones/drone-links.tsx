import { ExpandAltOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LogsLink } from '../../../ui/logs-link.tsx'

const buildDronePath = (droneId: string): string =>
  `/business_manage/drone-list/${encodeURIComponent(droneId)}`

/** Links from a drone to its flights and, in the drawer, to its own page. */
export const DroneLinks = ({ droneId, hasPage = true }: { droneId: string; hasPage?: boolean }) => {
  const { t } = useTranslation('drones')
  const navigate = useNavigate()
  return (
    <>
      <Button
        type={hasPage ? 'text' : 'default'}
        icon={<HistoryOutlined />}
        onClick={() => void navigate(`${buildDronePath(droneId)}/history`)}
      >
        {t('terms:flightHistory')}
      </Button>
      <LogsLink droneId={droneId} iconOnly={hasPage} type={hasPage ? 'text' : 'default'} />
      {hasPage && (
        <Tooltip title={t('openPage')}>
          <Button
            type="text"
            icon={<ExpandAltOutlined />}
            aria-label={t('openPage')}
            onClick={() => void navigate(buildDronePath(droneId))}
          />
        </Tooltip>
      )}
    </>
  )
}
