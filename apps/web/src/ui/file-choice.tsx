import { UploadOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../lib/format.ts'
import { useThumb } from './use-width.ts'
import style from './file-choice.module.css'

type ButtonOfFiles = Pick<
  ButtonProps,
  'id' | 'icon' | 'type' | 'loading' | 'disabled' | 'children'
> & {
  /** Passed to the system's file dialog: comma-separated file extensions or media types. */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  testId?: string
}

/** Opens the system's file dialog; the same file can be chosen again. */
export const FileButton = ({
  accept,
  multiple = false,
  onFiles,
  testId = 'file',
  icon = <UploadOutlined aria-hidden />,
  ...button
}: ButtonOfFiles) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        // Form styles would override the `hidden` attribute.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple}
        data-testid={testId}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}

export const ChosenFile = ({ file }: { file: File }) => (
  <p className="break-anywhere">
    <strong>{file.name}</strong> <span className="figure">{formatBytes(file.size)}</span>
  </p>
)

type DropProps = {
  id?: string | undefined
  /** Label of the button; null hides it while no file can be accepted. */
  choose: string | null
  accept?: string
  onFile: (file: File) => void
  /** Content above and below the button. */
  before?: ReactNode
  children?: ReactNode
  /** The area is what the page is for: centred, with a primary button. */
  isCentered?: boolean
}

/** Takes one file, by drag and drop or with a button. */
export const FileDrop = ({
  id,
  choose,
  accept,
  onFile,
  before,
  children,
  isCentered,
}: DropProps) => {
  const { t } = useTranslation('ui')
  const isThumb = useThumb()
  const [isOver, setOver] = useState(false)
  const take = ([file]: readonly File[]): void => {
    if (file && choose !== null) onFile(file)
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={`grid gap-8 justify-items-start rounded-8 bg-raised p-16 ${style.drop}`}
      data-over={isOver}
      data-centered={isCentered}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      {before}
      {choose !== null && (
        <div className="flex wrap gap-4-12 items-center justify-center">
          <FileButton
            id={id}
            type={isCentered ? 'primary' : 'default'}
            accept={accept}
            onFiles={take}
          >
            {choose}
          </FileButton>
          {!isThumb && <span className="muted text-13">{t('orDrop')}</span>}
        </div>
      )}
      {children}
    </div>
  )
}
