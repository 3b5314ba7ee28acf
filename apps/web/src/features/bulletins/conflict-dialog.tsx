import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../lib/api.ts'

type Props = { error: CallError; onKeep: () => void; onTake: () => void; onClose: () => void }

/** Two people wrote the same draft: who comes second is told, and chooses. */
export const ConflictDialog = ({ error, onKeep, onTake, onClose }: Props) => {
  const { t } = useTranslation('bulletins')
  return (
    <Modal
      open
      centered
      title={t('conflictTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button danger onClick={onTake}>
            {t('takeTheirs')}
          </Button>
          <Button type="primary" onClick={onKeep}>
            {t('keepMine')}
          </Button>
        </>
      }
    >
      {/* Who it was, where it was somebody of the own account. */}
      {error.details[0] && <p>{error.details[0].message}</p>}
      <p>{t('conflictText')}</p>
    </Modal>
  )
}
