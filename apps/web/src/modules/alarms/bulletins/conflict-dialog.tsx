import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../lib/api.ts'

/** Labels of an announcement's fields, by their names in the API. */
const fieldLabels: Readonly<Record<string, string>> = {
  texts: 'bulletins:body',
  targetAccountTypes: 'bulletins:to',
  targetRegions: 'terms:region',
  publishTime: 'bulletins:publishTime',
  fileIds: 'bulletins:files',
}

type Props = { error: CallError; onKeep: () => void; onTake: () => void; onClose: () => void }

/** Two people edited the same draft: asks the second one to save which version to keep. */
export const ConflictDialog = ({ error, onKeep, onTake, onClose }: Props) => {
  const { t, i18n } = useTranslation('bulletins')
  const changed = error.details.flatMap(({ path }) => fieldLabels[path] ?? [])
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
      {/* The other person's name, if they belong to the same account. */}
      {error.details[0] && (
        <p>
          {error.details[0].message}
          {changed.length > 0 && (
            <>
              {': '}
              <b>{new Intl.ListFormat(i18n.language).format(changed.map((label) => t(label)))}</b>
            </>
          )}
        </p>
      )}
      <p>{t('conflictText')}</p>
    </Modal>
  )
}
