import { Button, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from '../../../lib/errors.ts'
import type { Clause } from './agreement-clause.ts'
import style from './agreement-dialog.module.css'

/** px (specification, section 9) */
const width = 960

const load = async (language: string): Promise<readonly Clause[]> =>
  (language === 'zh-TW'
    ? await import('./agreement.zh-TW.ts')
    : await import('./agreement.zh-CN.ts')
  ).clauses

export const AgreementDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t, i18n } = useTranslation('registration')
  const [clauses, setClauses] = useState<readonly Clause[] | null>(null)
  useEffect(() => {
    if (!open) return undefined
    let isCurrent = true
    load(i18n.language).then((all) => {
      if (isCurrent) setClauses(all)
    }, showError)
    return () => {
      isCurrent = false
    }
  }, [open, i18n.language])
  return (
    <Modal
      open={open}
      onCancel={onClose}
      width={width}
      centered
      title={t('agreement')}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('agreementClose')}
        </Button>
      }
      styles={{ body: { maxHeight: '64vh', overflowY: 'auto' } }}
    >
      {/* Makes the text scrollable by keyboard. */}
      <div className={style.text} tabIndex={0} role="region" aria-label={t('agreement')}>
        {clauses === null ? (
          <Skeleton active paragraph={{ rows: 12 }} />
        ) : (
          <ol>
            {clauses.map(({ heading, paragraphs }) => (
              <li key={heading}>
                <h3>{heading}</h3>
                {paragraphs.map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Modal>
  )
}
