import { ShareAltOutlined } from '@ant-design/icons'
import type { SharedReportOf } from '@swath/contract/overview/shared-reports'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareLinks } from './share-links.tsx'

type Props = { report: SharedReportOf | null; disabled?: boolean }

/** Shares a report by link; next to every print button of a report that can be shared. */
export const ShareButton = ({ report, disabled = false }: Props) => {
  const { t } = useTranslation('share-links')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<ShareAltOutlined aria-hidden />}
        disabled={disabled || !report}
        onClick={() => setOpen(true)}
      >
        {t('share')}
      </Button>
      <Modal
        open={isOpen}
        onCancel={() => setOpen(false)}
        title={t('title')}
        width={520}
        footer={null}
        centered
        destroyOnHidden
      >
        {report && <ShareLinks report={report} />}
      </Modal>
    </>
  )
}
