import { FileSearchOutlined } from '@ant-design/icons'
import { Button, Tooltip, type ButtonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '../lib/session.ts'

const listPath = '/business_manage/drone-list/flight-logs'

/** The uploaded logs of a drone. */
export const buildLogsPath = (droneId: string): string =>
  `${listPath}?of=${encodeURIComponent(droneId)}`

/** Links to the uploaded logs, of one drone or of all, for people who may upload logs. */
export const LogsLink = ({
  droneId,
  iconOnly = false,
  ...button
}: { droneId?: string; iconOnly?: boolean } & Pick<ButtonProps, 'type' | 'size'>) => {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const user = useUser()
  if (!user.can.manageEquipment) return null
  const go = (): void => void navigate(droneId === undefined ? listPath : buildLogsPath(droneId))
  if (!iconOnly)
    return (
      <Button {...button} icon={<FileSearchOutlined />} onClick={go}>
        {t('terms:flightLogs')}
      </Button>
    )
  return (
    <Tooltip title={t('terms:flightLogs')}>
      <Button
        {...button}
        icon={<FileSearchOutlined />}
        aria-label={t('terms:flightLogs')}
        onClick={go}
      />
    </Tooltip>
  )
}
