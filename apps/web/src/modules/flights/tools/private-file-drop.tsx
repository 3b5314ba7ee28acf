import { LockOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '../../../ui/file-choice.tsx'
import style from './tools.module.css'

type Props = {
  /** The button's label. */
  choose: string
  hint: string
  onFile: (file: File) => void
  children?: ReactNode
}

/** A drop area for files that never leave the browser. */
export const PrivateFileDrop = ({ choose, hint, onFile, children }: Props) => {
  const { t } = useTranslation('tools')
  return (
    <FileDrop choose={choose} onFile={onFile} isCentered>
      <p className={style.hint}>{hint}</p>
      <p className={`m-0 success text-13 ${style.private}`}>
        <LockOutlined aria-hidden="true" /> {t('staysHere')}
      </p>
      {children}
    </FileDrop>
  )
}
