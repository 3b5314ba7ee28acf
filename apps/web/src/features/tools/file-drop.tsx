import { LockOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import style from './tools.module.css'

type Props = {
  /** The word of the button. */
  choose: string
  hint: string
  onFile: (file: File) => void
  children?: ReactNode
}

/** A place to drop a file that never leaves the browser. */
export const FileDrop = ({ choose, hint, onFile, children }: Props) => {
  const { t } = useTranslation('tools')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={style.drop}
      data-over={isOver}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="file"
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <p className={style.hint}>{hint}</p>
      <p className={style.private}>
        <LockOutlined aria-hidden="true" /> {t('staysHere')}
      </p>
      {children}
    </div>
  )
}
