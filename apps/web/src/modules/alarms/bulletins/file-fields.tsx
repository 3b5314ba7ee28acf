import { CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import { bulletinFileEndings, bulletinFilesAtMost } from '@swath/contract/alarms/bulletins'
import { Button, Form, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../lib/format.ts'
import { settle } from '../../../lib/use-change.ts'
import { FileButton } from '../../../ui/file-choice.tsx'
import { useUploadBulletinFile } from './bulletins.mutations.ts'
import type { Draft } from './draft.ts'

type Props = { draft: Draft; setDraft: (change: (draft: Draft) => Draft) => void }

/** Attachments of a bulletin; each is uploaded when it is chosen. */
export const FileFields = ({ draft: { files }, setDraft }: Props) => {
  const { t } = useTranslation('bulletins')
  const [percent, setPercent] = useState(0)
  const upload = useUploadBulletinFile((ratio) => setPercent(Math.round(ratio * 100)))
  const add = async (chosen: readonly File[]): Promise<void> => {
    for (const file of chosen.slice(0, bulletinFilesAtMost - files.length)) {
      setPercent(0)
      const kept = await upload.mutateAsync(file)
      setDraft((before) => ({ ...before, files: [...before.files, kept] }))
    }
  }
  const remove = (fileId: string): void =>
    setDraft((before) => ({
      ...before,
      files: before.files.filter((file) => file.fileId !== fileId),
    }))
  return (
    <Form.Item label={t('files')} extra={t('attachHint')}>
      <ul className="list-plain grid gap-4">
        {files.map(({ fileId, fileName, bytes }) => (
          <li className="flex gap-8 items-center" key={fileId}>
            <PaperClipOutlined aria-hidden />
            <span className="min-w-0 truncate">{fileName}</span>
            <span className="unit">{formatBytes(bytes)}</span>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('removeFile', { name: fileName })}
              onClick={() => remove(fileId)}
            />
          </li>
        ))}
      </ul>
      {upload.isPending && <Progress percent={percent} size="small" />}
      <FileButton
        icon={<PaperClipOutlined aria-hidden />}
        accept={bulletinFileEndings.map((ending) => `.${ending}`).join(',')}
        multiple
        loading={upload.isPending}
        disabled={files.length >= bulletinFilesAtMost}
        onFiles={(chosen) => void settle(add(chosen))}
      >
        {t('attach')}
      </FileButton>
    </Form.Item>
  )
}
