import { TagsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

/** From the plots to what the account calls crops, chemicals and kinds of work. */
export const TermsLink = () => {
  const { t } = useTranslation('terms')
  const navigate = useNavigate()
  return (
    <Button
      icon={<TagsOutlined aria-hidden />}
      onClick={() => void navigate('/business_manage/block-list/crops')}
    >
      {t('terms:cropsAndChemicals')}
    </Button>
  )
}
