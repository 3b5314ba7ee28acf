import { UploadOutlined } from '@ant-design/icons'
import type { ImportTarget } from '@swath/contract/land/geometry-imports'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { importPath } from './import.labels.ts'

/** Link from a list to its imports. */
export const ImportButton = ({ target }: { target: ImportTarget }) => {
  const { t } = useTranslation('terms')
  const navigate = useNavigate()
  return (
    <Button icon={<UploadOutlined aria-hidden />} onClick={() => void navigate(importPath(target))}>
      {t('import')}
    </Button>
  )
}
