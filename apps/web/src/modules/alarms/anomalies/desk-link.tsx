import { FolderOpenOutlined } from '@ant-design/icons'
import { alarmDeskPath } from '@swath/contract/alarms/alarm-path'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useOwnScreens } from '../../../ui/own-screens.ts'

/** Opens an alarm on the desk; null for people without it. */
export const useOpenOnDesk = (): ((anomalyId: string) => void) | null => {
  const navigate = useNavigate()
  const hasDesk = useOwnScreens().findPath('bulletin-list') !== undefined
  return hasDesk ? (anomalyId) => void navigate(alarmDeskPath(anomalyId)) : null
}

/** Links an alarm to its page on the desk, with its history and actions. */
export const DeskLink = ({ anomalyId, onLeave }: { anomalyId: string; onLeave?: () => void }) => {
  const { t } = useTranslation('anomalies')
  const open = useOpenOnDesk()
  if (!open) return null
  return (
    <Button
      size="small"
      icon={<FolderOpenOutlined aria-hidden />}
      onClick={() => {
        onLeave?.()
        open(anomalyId)
      }}
    >
      {t('ui:openAlarm')}
    </Button>
  )
}

/** The link to the desk as an icon, next to the map icon. */
export const DeskSign = ({ anomalyId }: { anomalyId: string }) => {
  const { t } = useTranslation('ui')
  if (!useOwnScreens().findPath('bulletin-list')) return null
  const label = t('openAlarm')
  return (
    <Link to={alarmDeskPath(anomalyId)} className="icon-link" title={label} aria-label={label}>
      <FolderOpenOutlined aria-hidden />
    </Link>
  )
}
