import { Button, Modal, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './members.module.css'

export type Handover = { name: string; login: string; password: string }

/** Shows a password that nobody can read again: it leaves the memory with the dialog. */
export const PasswordOnce = ({ handover, onClose }: { handover: Handover | null; onClose: () => void }) => {
  const { t } = useTranslation('members')
  return (
    <Modal open={handover !== null} centered destroyOnHidden mask={{ closable: false }} onCancel={onClose} title={handover && t('handoverTitle', { name: handover.name })}
      footer={<Button type="primary" onClick={onClose}>{t('handoverDone')}</Button>}>
      {handover && (
        <>
          <p className={style.effect}>{t('handoverText')}</p>
          <div className={style.secret}><span>{t('login')}</span><Typography.Text copyable={{ text: handover.login }}><code>{handover.login}</code></Typography.Text></div>
          <div className={style.secret}><span>{t('password')}</span><Typography.Text copyable={{ text: handover.password }}><code>{handover.password}</code></Typography.Text></div>
        </>
      )}
    </Modal>
  )
}
