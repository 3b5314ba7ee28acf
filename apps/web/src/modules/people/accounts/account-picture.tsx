import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { useProtectedPicture } from '../../../lib/pictures.ts'
import style from './accounts.module.css'

/** A thumbnail of a restricted picture; a click shows it in full size. */
export const AccountPicture = ({ address, label }: { address: string | null; label: string }) => {
  const { t } = useTranslation('accounts')
  const { source, isError } = useProtectedPicture(address)
  const [isLarge, setLarge] = useState(false)
  if (address === null) return <>{dash}</>
  if (isError) return <span className={style.hint}>{t('pictureMissing')}</span>
  if (source === null) return <Skeleton.Node active className={style.pictureWait} />
  return (
    <>
      <button
        type="button"
        className={`card ${style.picture}`}
        aria-label={t('enlarge', { what: label })}
        onClick={() => setLarge(true)}
      >
        <img src={source} alt="" />
      </button>
      <Modal
        open={isLarge}
        title={label}
        footer={null}
        centered
        width={960}
        onCancel={() => setLarge(false)}
      >
        <img className={style.large} src={source} alt={label} />
      </Modal>
    </>
  )
}
