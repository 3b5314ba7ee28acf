import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

type Props = { droneId: string; sortieId: string; iconOnly?: boolean }

/** Link from a flight to its messages and their proof. */
export const MessagesLink = ({ droneId, sortieId, iconOnly = false }: Props) => {
  const { t } = useTranslation('flights')
  const navigate = useNavigate()
  const path = `/business_manage/drone-list/${encodeURIComponent(droneId)}/messages?sortie=${sortieId}`
  if (!iconOnly) return <Link to={path}>{t('messagesAndProof')}</Link>
  return (
    <Tooltip title={t('messagesAndProof')}>
      <Button
        type="text"
        size="small"
        icon={<SafetyCertificateOutlined />}
        aria-label={t('messagesAndProof')}
        onClick={() => void navigate(path)}
      />
    </Tooltip>
  )
}
