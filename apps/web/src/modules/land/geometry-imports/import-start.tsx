import { InboxOutlined } from '@ant-design/icons'
import {
  geometryBytes,
  type GeometryImport,
  type ImportTarget,
} from '@swath/contract/land/geometry-imports'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { useReadFile } from './geometry-imports.mutations.ts'
import { importPath, statusLabels } from './import.labels.ts'
import style from './geometry-imports.module.css'

const Earlier = ({ one }: { one: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const navigate = useNavigate()
  const path = importPath(one.target, one.importId)
  return (
    <li>
      <Link to={path}>{one.fileName}</Link>
      <StateTag tone={one.status === 'ready' ? 'waiting' : undefined}>
        {t(statusLabels[one.status])}
      </StateTag>
      <span className="flex wrap gap-4-12 muted text-13">
        <Time time={one.createdAt} />
        {one.status === 'applied' && (
          <span>{t('resultAll', { made: formatCount(one.madeNum) })}</span>
        )}
      </span>
      {one.can.change && (
        <Button size="small" className="ml-auto" onClick={() => void navigate(path)}>
          {t('review')}
        </Button>
      )}
    </li>
  )
}

/** Earlier imports, which can be continued or undone. */
const EarlierImports = ({ target }: { target: ImportTarget }) => {
  const { t } = useTranslation('geometry-imports')
  const { data } = useQuery(
    buildQuery('listGeometryImports', { query: { target, pageSize: '20' } }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <section>
      <h3 className={style.heading}>{t('title')}</h3>
      <ul className={`list-plain grid gap-8 ${style.earlier}`}>
        {data.items.map((one) => (
          <Earlier key={one.importId} one={one} />
        ))}
      </ul>
    </section>
  )
}

type Props = { target: ImportTarget; onRead: (one: GeometryImport) => void }

/** Takes a file, by drag and drop or with a button. */
export const ImportStart = ({ target, onRead }: Props) => {
  const { t } = useTranslation('geometry-imports')
  const narrow = useNarrow()
  const { mutate, isPending } = useReadFile(target, onRead)
  const mib = geometryBytes / 1024 / 1024
  return (
    <div className={`grid gap-12 content-start ${style.step}`}>
      <Upload.Dragger
        showUploadList={false}
        multiple={false}
        disabled={isPending}
        beforeUpload={(file) => {
          mutate(file)
          return false
        }}
      >
        {/* Files cannot be dropped on phones. */}
        {(isPending || !narrow) && (
          <>
            <p className={style.dropIcon}>{isPending ? <Spin /> : <InboxOutlined aria-hidden />}</p>
            <p role="status">{isPending ? t('reading') : t('drop')}</p>
          </>
        )}
        {!isPending && <Button type="primary">{t('choose')}</Button>}
      </Upload.Dragger>
      <p className="m-0 muted text-13 leading-20">
        {target === 'plots' ? t('formatsPlots', { mib }) : t('formatsZones', { mib })}
      </p>
      <section>
        <h3 className={style.heading}>{t('steps')}</h3>
        <ol className={`muted text-13 ${style.steps}`}>
          <li>{t('stepCheck')}</li>
          <li>{t('stepReview')}</li>
          <li>{t('stepImport')}</li>
        </ol>
      </section>
      <EarlierImports target={target} />
    </div>
  )
}
