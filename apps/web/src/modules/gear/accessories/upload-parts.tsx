import { allowedPartList, partColumns, type PartImport } from '@swath/contract/gear/accessories'
import { partKinds, type PartKind } from '@swath/domain/drone-parts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { outdated } from '../../../lib/query.ts'
import { TableUpload } from '../../../ui/table-upload.tsx'
import { outdatedByUpload } from './accessories.mutations.ts'
import { partTypeLabels } from './part.labels.ts'
import style from './accessories.module.css'

type UsualProps = { usual: PartKind | null; setUsual: (kind: PartKind | null) => void }
/** The kind for rows that do not specify one. */
const UsualKind = ({ usual, setUsual }: UsualProps) => {
  const { t } = useTranslation('accessories')
  return (
    <label className={`flex wrap gap-8 items-center ${style.usual}`}>
      <span>{t('usualType')}</span>
      <Select<PartKind | null>
        allowClear
        value={usual}
        placeholder="–"
        options={partKinds.map((kind) => ({ value: kind, label: t(partTypeLabels[kind]) }))}
        onChange={(kind) => setUsual(kind ?? null)}
      />
    </label>
  )
}

/** Imports parts from a table: choose a file, check the rows, then add them together. */
export const UploadParts = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('accessories')
  const [usual, setUsual] = useState<PartKind | null>(null)
  const asked = usual === null ? {} : { type: usual }
  return (
    <TableUpload<PartImport>
      title={t('upload')}
      onClose={onClose}
      texts={{
        about: t('uploadText'),
        drop: t('uploadDrop'),
        reading: t('uploadReading'),
        limits: t('uploadLimits'),
        template: t('template'),
        templateName: t('templateName'),
        line: t('line'),
        other: t('uploadOther'),
      }}
      before={<UsualKind usual={usual} setUsual={setUsual} />}
      columns={() =>
        partColumns.map((key) => ({ key, title: t(allowedPartList.columns[key].label) }))
      }
      describe={({ rows, good, known, clears, unknown, shown }) => ({
        title:
          good === rows
            ? t('uploadGood', { count: good, shown: formatCount(good) })
            : t('uploadBad', {
                count: rows - good,
                shown: formatCount(rows - good),
                good: formatCount(good),
              }),
        notes: [
          known > 0 && t('uploadKnown', { count: known, shown: formatCount(known) }),
          clears > 0 && t('uploadClears', { count: clears, shown: formatCount(clears) }),
          unknown.length > 0 && t('uploadUnknown', { names: unknown.slice(0, 8).join(', ') }),
        ].filter((note) => note !== false),
        shownOfAll: t('uploadShown', { shown: formatCount(shown.length), all: formatCount(rows) }),
        take: t('uploadTake', { shown: formatCount(good) }),
      })}
      preview={(file) => call('previewPartUpload', { file, query: asked })}
      take={async (file, { digest, good, rows }) => {
        const query = { ...asked, digest, onlyWhole: good < rows ? 'false' : 'true' } as const
        try {
          const { added } = await call('uploadParts', { file, query }, { timeoutMs: null })
          showSuccess(t('uploaded', { count: added, shown: formatCount(added) }))
          onClose()
        } finally {
          await outdated(...outdatedByUpload)
        }
      }}
      template={(format) => call('getPartTemplate', { query: { format } })}
    />
  )
}
