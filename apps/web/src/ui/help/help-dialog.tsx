import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { helpTopics } from '../../lib/help-topics.ts'
import { titleFor, type ScreenLine } from '../../lib/screen-line.ts'
import { useUser } from '../../lib/session.ts'
import style from './help-dialog.module.css'

type Props = { line: ScreenLine; open: boolean; onClose: () => void }

/** What a screen is for, what people usually do there, and what is easy to miss. */
export const HelpDialog = ({ line, open, onClose }: Props) => {
  const { t } = useTranslation('help')
  const { accountType } = useUser()
  const topic = line.help ?? line.screen
  const parts = [
    ['purpose', t(`help:${topic}.purpose`)],
    ['usual', t(`help:${topic}.usual`)],
    ['easyToMiss', t(`help:${topic}.easyToMiss`)],
  ] as const
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      width={480}
      // Statistics screens are left with Escape, unless a dialog has used it.
      modalRender={(dialog) => (
        <div onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}>{dialog}</div>
      )}
      title={t('title', { screen: t(titleFor(line, accountType)) })}
    >
      <dl className={style.parts}>
        {parts.map(([part, text]) => (
          <div key={part}>
            <dt className="muted text-12 medium">{t(part)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a href={`/guide/${helpTopics[topic]}`} target="_blank" rel="noreferrer">
        {t('more')}
      </a>
    </Modal>
  )
}
