import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api.ts'
import { errorText } from '../lib/errors.ts'
import {
  keepUploaded,
  uploadedHere,
  useProtectedPicture,
  type PicturePurpose,
} from '../lib/pictures.ts'
import { useThumb } from './use-width.ts'
import style from './image-upload.module.css'

type Props = {
  /** The address that the upload returned, or null. */
  value: string | null
  onChange: (url: string | null) => void
  /** The picture's label for screen readers; the form shows it above. */
  label: string
  purpose: PicturePurpose
}

const accepted: readonly string[] = ['image/jpeg', 'image/png']
/** The server's limit: larger files are rejected without sending them. */
const bytesAtMost = 10 * 1024 * 1024

/** Marks the whole page as busy until the upload has finished, failed or been cancelled. */
const PageBusy = ({ label, percent }: { label: string; percent: number }) =>
  createPortal(
    <div
      className={style.pageBusy}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>,
    document.body,
  )

type PreviewProps = { source: string; label: string; onClose: () => void }
const Preview = ({ source, label, onClose }: PreviewProps) => {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    // Escape closes only this dialog; the form's dialog listens on the window.
    const keep = (event: KeyboardEvent): void => event.stopPropagation()
    element?.addEventListener('keydown', keep)
    if (element && !element.open) element.showModal()
    return () => element?.removeEventListener('keydown', keep)
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={style.preview}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <header>
        <strong>{label}</strong>
        <button type="button" aria-label={t('terms:close')} onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <img src={source} alt={label} />
    </dialog>,
    document.body,
  )
}

/** Licence pictures are fetched with the token; other pictures have public addresses. */
const useShown = (
  value: string | null,
  purpose: PicturePurpose,
): { source: string | null; isError: boolean } => {
  const fetched = useProtectedPicture(purpose === 'licence' ? value : null)
  if (value === null || purpose === 'licence') return fetched
  return { source: uploadedHere(value) ?? value, isError: false }
}

/** One upload at a time; choosing another file or closing the form cancels it. */
const useUpload = (onChange: Props['onChange']) => {
  const { t } = useTranslation('ui')
  const running = useRef<AbortController | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const upload = async (file: File): Promise<void> => {
    setMistake(null)
    if (file.type !== '' && !accepted.includes(file.type)) return setMistake(t('uploadType'))
    if (file.size > bytesAtMost) return setMistake(t('uploadSize'))
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setPercent(0)
    try {
      const { url } = await call(
        'uploadImage',
        { file },
        { signal: own.signal, onProgress: (ratio) => setPercent(Math.round(ratio * 100)) },
      )
      keepUploaded(url, file)
      onChange(url)
    } catch (error) {
      if (!own.signal.aborted) setMistake(errorText(error))
    } finally {
      if (running.current === own) {
        running.current = null
        setPercent(null)
      }
    }
  }
  const take = (files: FileList | null | undefined): void => {
    const [file] = files ?? []
    if (file) void upload(file)
  }
  return {
    percent,
    mistake,
    take,
    cancel: () => running.current?.abort(),
    remove: (): void => {
      running.current?.abort()
      setMistake(null)
      onChange(null)
    },
  }
}

type ThumbnailProps = { source: string | null; label: string; onPreview: () => void }

/** The picture, which opens a preview when clicked; a placeholder if there is none. */
const Thumbnail = ({ source, label, onPreview }: ThumbnailProps) => {
  const { t } = useTranslation('ui')
  return source ? (
    <button
      type="button"
      className={style.picture}
      aria-label={t('uploadPreview', { label })}
      onClick={onPreview}
    >
      <img src={source} alt="" />
    </button>
  ) : (
    <span className={style.empty} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <rect x="3" y="4" width="18" height="16" rx="2" />
        <circle cx="9" cy="10" r="2" />
        <path d="m4 18 5-5 4 4 3-3 4 4" />
      </svg>
    </span>
  )
}

const UploadButtons = ({
  upload,
  hasPicture,
  label,
  name,
  hintId,
  onFiles,
}: {
  upload: ReturnType<typeof useUpload>
  hasPicture: boolean
  label: string
  /** Label of the button while there is no picture. */
  name: string
  hintId: string
  onFiles: (files: FileList | null) => void
}) => {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const isBusy = upload.percent !== null
  const remove = (): void => {
    upload.remove()
    chooseButton.current?.focus()
  }
  return (
    <div className="flex wrap gap-8">
      <button
        ref={chooseButton}
        type="button"
        className={style.button}
        disabled={isBusy}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {hasPicture ? t('uploadReplace') : name}
      </button>
      {isBusy && (
        <button type="button" className={style.button} data-kind="text" onClick={upload.cancel}>
          {t('cancel')}
        </button>
      )}
      {hasPicture && !isBusy && (
        <button
          type="button"
          className={style.button}
          data-kind="text"
          aria-label={t('uploadRemoveName', { label })}
          onClick={remove}
        >
          {t('terms:remove')}
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accepted.join(',')}
        aria-label={label}
        onChange={(event) => {
          onFiles(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}

const Mistake = ({ text }: { text: string | null }) =>
  text && (
    <p className="m-0 danger text-14 tabular" role="alert">
      {text}
    </p>
  )

const Widget = ({ value, onChange, label, purpose }: Props) => {
  const { t } = useTranslation('ui')
  const isThumb = useThumb()
  const hintId = `${useId()}-hint`
  const upload = useUpload(onChange)
  const [isOver, setOver] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const shown = useShown(value, purpose)
  const { percent } = upload
  const name = {
    avatar: t('terms:chooseAPicture'),
    logo: t('uploadLogo'),
    licence: t('uploadLicence'),
    model: t('terms:chooseAPicture'),
    bulletin: t('terms:chooseAPicture'),
  }[purpose]
  return (
    <div
      className={`flex gap-16 items-center rounded-8 bg-raised p-12 ${style.upload}`}
      role="group"
      aria-label={label}
      aria-busy={percent !== null}
      data-over={isOver}
      data-purpose={purpose}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        upload.take(event.dataTransfer.files)
      }}
    >
      <Thumbnail source={shown.source} label={label} onPreview={() => setPreviewed(true)} />
      <div className={`grid flex-1 gap-4 ${style.side}`}>
        <UploadButtons
          upload={upload}
          hasPicture={value !== null && value !== ''}
          label={label}
          name={name}
          hintId={hintId}
          onFiles={upload.take}
        />
        <p id={hintId} className="m-0 muted text-12 tabular">
          {percent === null ? t('uploadHint') : t('uploadBusy', { percent })}
          {percent === null && !isThumb && ` ${t('orDrop')}`}
        </p>
        <Mistake text={shown.isError ? t('uploadNotShown') : null} />
        <Mistake text={upload.mistake} />
      </div>
      {percent !== null && <PageBusy label={t('uploadBusy', { percent })} percent={percent} />}
      {isPreviewed && shown.source && (
        <Preview source={shown.source} label={label} onClose={() => setPreviewed(false)} />
      )}
    </div>
  )
}

/**
 * Takes a JPEG or PNG, chosen or dropped, and uploads it at once. Works with and without a session.
 */
export const ImageUpload = (props: Props) => (
  <Suspense fallback={null}>
    <Widget {...props} />
  </Suspense>
)
