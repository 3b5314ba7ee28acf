import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

export const DeleteButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation()
  return (
    <Button danger icon={<DeleteOutlined aria-hidden />} onClick={onClick}>
      {t('terms:delete')}
    </Button>
  )
}
