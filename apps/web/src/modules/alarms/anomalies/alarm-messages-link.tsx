import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUser } from '../../../lib/session.ts'

/** Links the desk to the list of sent messages. */
export const AlarmMessagesLink = () => {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  if (!useUser().rights.includes('alarm.handle')) return null
  return (
    <Button
      icon={<SendOutlined aria-hidden />}
      onClick={() => void navigate('/bulletin_manage/bulletin-list/messages')}
    >
      {t('messages')}
    </Button>
  )
}
