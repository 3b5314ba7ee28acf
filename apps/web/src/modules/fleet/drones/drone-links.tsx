import { ExpandAltOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button, Tooltip, type ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { LogsLink } from '../../../ui/logs-link.tsx'

const buildDronePath = (droneId: string): string =>
  `/business_manage/drone-list/${encodeURIComponent(droneId)}`

export const HistoryButton = ({ droneId, ...button }: { droneId: string } & ButtonProps) => {
  const { t } = useTranslation('drones')
  const navigate = useNavigate()
  return (
    <Button
      {...button}
      icon={<HistoryOutlined />}
      onClick={() => void navigate(`${buildDronePath(droneId)}/history`)}
    >
      {t('terms:flightHistory')}
    </Button>
  )
}

/** Links from a drone's drawer to its flights, logs and page. */
export const DroneLinks = ({ droneId }: { droneId: string }) => {
  const { t } = useTranslation('drones')
  const navigate = useNavigate()
  return (
    <>
      <HistoryButton droneId={droneId} type="text" />
      <LogsLink droneId={droneId} iconOnly type="text" />
      <Tooltip title={t('openPage')}>
        <Button
          type="text"
          icon={<ExpandAltOutlined />}
          aria-label={t('openPage')}
          onClick={() => void navigate(buildDronePath(droneId))}
        />
      </Tooltip>
    </>
  )
}
