import {
  CameraOutlined,
  DeleteOutlined,
  FileImageOutlined,
  FilePdfOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import type { DroneFile } from '@swath/contract/fleet/drone-files'
import type { DroneDetail } from '@swath/contract/fleet/drones'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Image, Skeleton, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatBytes } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { Time } from '../../../ui/time.tsx'
import style from './drone-sections.module.css'

const perPage = 8
const endings: Readonly<Record<DroneFile['mediaType'], string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}
const isPaper = ({ mediaType }: DroneFile): boolean => mediaType === 'application/pdf'
const shown = ['getDroneFiles', 'getSortiePictures'] as const

const useAddFile = (droneId: string, sortieId?: string) => {
  const { t } = useTranslation('drones')
  return useChange({
    run: (file: File) =>
      call('addDroneFile', {
        params: { droneId },
        query: { fileName: file.name.slice(0, 120), ...(sortieId ? { sortieId } : {}) },
        file,
      }),
    done: ({ fileName }) => showSuccess(t('fileAdded', { name: fileName })),
    outdated: shown,
  })
}

type Props = { droneId: string; sortieId?: string; label: string; accept: string }
const AddButton = ({ droneId, sortieId, label, accept }: Props) => {
  const add = useAddFile(droneId, sortieId)
  return (
    <Upload
      accept={accept}
      showUploadList={false}
      beforeUpload={(file) => {
        add.mutate(file)
        return false
      }}
    >
      <Button size="small" icon={<PlusOutlined aria-hidden />} loading={add.isPending}>
        {label}
      </Button>
    </Upload>
  )
}

const useRemove = (): ((file: DroneFile) => void) => {
  const { t } = useTranslation('drones')
  const ask = useConfirm()
  const remove = useChange({
    run: ({ droneId, fileId }: DroneFile) =>
      call('deleteDroneFile', { params: { droneId, fileId } }),
    outdated: shown,
  })
  return (file) =>
    ask({
      title: t('fileDeleteTitle', { name: file.fileName }),
      text: t('fileDeleteText'),
      verb: t('terms:delete'),
      run: () => remove.mutateAsync(file),
    })
}

const FileLines = ({ files }: { files: readonly DroneFile[] }) => {
  const { t } = useTranslation('drones')
  const save = useMutation({
    mutationFn: async ({ droneId, fileId, fileName, mediaType }: DroneFile) =>
      saveFile(
        `${fileName}.${endings[mediaType]}`,
        await call('downloadDroneFile', { params: { droneId, fileId } }),
      ),
  })
  const remove = useRemove()
  return (
    <ul className={`list-plain grid ${style.files}`}>
      {files.map((file) => (
        <li key={file.fileId}>
          <span className="muted text-16">
            {isPaper(file) ? (
              <FilePdfOutlined aria-hidden />
            ) : file.sortieId ? (
              <CameraOutlined aria-hidden />
            ) : (
              <FileImageOutlined aria-hidden />
            )}
          </span>
          <span>
            <button type="button" className={style.name} onClick={() => save.mutate(file)}>
              {file.fileName}
            </button>
            <small className="figure block muted text-12">
              {formatBytes(file.bytes)} · <Time time={file.createTime} /> · {file.userName}
            </small>
          </span>
          {file.can.delete && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('fileDeleteOf', { name: file.fileName })}
              onClick={() => remove(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Registration, insurance, manuals: files of the drone, including those of its flights. */
export const Files = ({ drone: { droneId } }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  const [page, setPage] = useState(1)
  const files = useQuery({
    ...buildQuery('getDroneFiles', {
      params: { droneId },
      query: { pageIndex: String(page), size: String(perPage) },
    }),
    ...keepShown,
  })
  if (files.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  return (
    <>
      {files.data?.items.length === 0 && <p className="m-0 muted">{t('filesNone')}</p>}
      <FileLines files={files.data?.items ?? []} />
      {(files.data?.total ?? 0) > perPage && (
        <Pages
          simple
          size="small"
          current={page}
          pageSize={perPage}
          total={files.data?.total ?? 0}
          onChange={setPage}
        />
      )}
      {files.data?.can.add && (
        <div className="flex wrap gap-4-12 items-center m-0 muted text-13">
          <AddButton droneId={droneId} label={t('fileAdd')} accept=".pdf,.jpg,.jpeg,.png" />
          <span>{t('fileTypes')}</span>
        </div>
      )}
    </>
  )
}

const Picture = ({ file }: { file: DroneFile }) => {
  const { t } = useTranslation('drones')
  const remove = useRemove()
  const { droneId, fileId, fileName } = file
  // An <img> sends no token, so the picture is fetched like any call.
  const shown = useQuery({
    queryKey: ['downloadDroneFile', droneId, fileId],
    staleTime: Infinity,
    gcTime: 60_000,
    meta: { quiet: true },
    queryFn: async ({ signal }) =>
      URL.createObjectURL(
        await call('downloadDroneFile', { params: { droneId, fileId } }, { signal }),
      ),
  })
  return (
    <li>
      <figure>
        <Image src={shown.data ?? ''} alt={fileName} preview={shown.data !== undefined} />
        <figcaption>
          <span>{fileName}</span>
          {file.can.delete && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('fileDeleteOf', { name: fileName })}
              onClick={() => remove(file)}
            />
          )}
        </figcaption>
      </figure>
    </li>
  )
}

/** Pictures taken during the latest flight. */
export const Pictures = ({ drone: { droneId, lastSortieId } }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  return lastSortieId === null ? (
    <p className="m-0 muted">{t('noFlightYet')}</p>
  ) : (
    <SortiePictures droneId={droneId} sortieId={lastSortieId} />
  )
}

/** Pictures taken during a flight; people with the right can add some. */
export const SortiePictures = ({ droneId, sortieId }: { droneId: string; sortieId: string }) => {
  const { t } = useTranslation('drones')
  const pictures = useQuery(buildQuery('getSortiePictures', { query: { droneId, sortieId } }))
  return (
    <>
      {pictures.data?.items.length === 0 && <p className="m-0 muted">{t('picturesNone')}</p>}
      <ul className={`list-plain grid gap-8 ${style.pictures}`}>
        {pictures.data?.items.map((file) => (
          <Picture key={file.fileId} file={file} />
        ))}
      </ul>
      {pictures.data?.can.add && (
        <p className="flex wrap gap-4-12 items-center m-0 muted text-13">
          <AddButton
            droneId={droneId}
            sortieId={sortieId}
            label={t('pictureAdd')}
            accept=".jpg,.jpeg,.png"
          />
        </p>
      )}
    </>
  )
}

/** Documents of a flight: orders, prescriptions, receipts; people with the right can add some. */
export const SortieFiles = ({ droneId, sortieId }: { droneId: string; sortieId: string }) => {
  const { t } = useTranslation('drones')
  const files = useQuery(
    buildQuery('getDroneFiles', { params: { droneId }, query: { sortieId, size: '100' } }),
  )
  const papers = files.data?.items.filter(isPaper)
  return (
    <>
      {papers?.length === 0 && <p className="m-0 muted">{t('papersNone')}</p>}
      {papers && <FileLines files={papers} />}
      {files.data?.can.add && (
        <p className="flex wrap gap-4-12 items-center m-0 muted text-13">
          <AddButton droneId={droneId} sortieId={sortieId} label={t('fileAdd')} accept=".pdf" />
        </p>
      )}
    </>
  )
}
