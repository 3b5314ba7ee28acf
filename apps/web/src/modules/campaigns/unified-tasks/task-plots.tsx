import { AppstoreAddOutlined } from '@ant-design/icons'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatMinute } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { importPath } from '../../land/public.ts'
import { CropInput, RegionInput } from '../../../ui/fields/field-inputs.tsx'
import { taskPath } from './task.labels.ts'
import { useAddPlots, useClearPlots } from './unified-tasks.mutations.ts'

const Schema = z
  .object({
    region: z.string().nullable().default(null),
    cropId: z.string().nullable().default(null),
    blockIds: z.array(z.uuid()).max(500).default([]),
    importId: z.uuid().nullable().default(null),
  })
  .refine(
    ({ region, blockIds, importId }) => region !== null || blockIds.length > 0 || importId !== null,
    { path: ['region'], message: 'required' },
  )

type ChoiceProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void }
const PlotChoice = (props: ChoiceProps) => {
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...buildQuery('listPlots', { query: { search, pageSize: '50' } }),
    ...keepShown,
  })
  return (
    <Select
      {...props}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={(found.data?.items ?? []).map(({ blockId, blockName, accountName }) => ({
        value: blockId,
        label: `${blockName} · ${accountName}`,
      }))}
    />
  )
}

type FileProps = { id?: string; value?: string | null; onChange?: (id: string | null) => void }
/**
 * Selects an imported file of plots, newest first. Files are imported on the screen of the plots.
 */
const FileChoice = ({ onChange, ...rest }: FileProps) => {
  const { t } = useTranslation('unified-tasks')
  const made = useQuery(
    buildQuery('listGeometryImports', {
      query: { target: 'plots', status: 'applied', pageSize: '50' },
    }),
  )
  return (
    <Select
      {...rest}
      allowClear
      loading={made.isFetching}
      notFoundContent={t('plotsFileNone')}
      options={(made.data?.items ?? []).map(({ importId, fileName, madeNum, createdAt }) => ({
        value: importId,
        label: `${fileName} · ${formatCount(madeNum)} · ${formatMinute(createdAt)}`,
      }))}
      onChange={(importId: string | undefined) => onChange?.(importId ?? null)}
    />
  )
}

const ChoosePlots = ({ task, onClose }: { task: UnifiedTask; onClose: () => void }) => {
  const { t } = useTranslation('unified-tasks')
  const add = useAddPlots()
  return (
    <FormDrawer
      dialog={480}
      title={t('plotsAdd')}
      submitLabel={t('plotsAdd')}
      schema={Schema}
      initial={{ cropId: task.cropId, blockIds: [], importId: null }}
      onClose={onClose}
      onSubmit={async (chosen) => {
        const { added } = await add.mutateAsync({ tftzId: task.tftzId, ...chosen })
        showSuccess(t('plotsAdded', { count: added, shown: formatCount(added) }))
      }}
    >
      <FormField name="region" label={t('plotsOfRegion')}>
        <RegionInput />
      </FormField>
      <FormField name="cropId" label={t('plotsOfCrop')}>
        <CropInput />
      </FormField>
      <FormField name="blockIds" label={t('plotsByName')}>
        <PlotChoice />
      </FormField>
      <FormField
        name="importId"
        label={t('plotsOfFile')}
        extra={<Link to={importPath('plots')}>{t('plotsFileImport')}</Link>}
      >
        <FileChoice />
      </FormField>
    </FormDrawer>
  )
}

export const AddPlots = ({ task }: { task: UnifiedTask }) => {
  const { t } = useTranslation('unified-tasks')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Button icon={<AppstoreAddOutlined aria-hidden />} onClick={() => setChoosing(true)}>
        {t('plotsAdd')}
      </Button>
      {isChoosing && <ChoosePlots task={task} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** The plots of a task. */
export const TaskPlots = ({ task }: { task: UnifiedTask }) => {
  const { t } = useTranslation('unified-tasks')
  const confirm = useConfirm()
  const clear = useClearPlots()
  const { plotNum: count, tftzId, ground } = task
  const askClear = (): void =>
    confirm({
      title: t('plotsAskClear', { name: task.tftzName }),
      text: t('plotsClearEffect'),
      verb: t('plotsClear'),
      run: () => clear.mutateAsync({ tftzId }),
    })
  return (
    <FactSection title={t('terms:plots')}>
      <p className="muted mb-8">
        <Link to={taskPath(tftzId, 'plots')}>
          {ground === 'region' && count === 0
            ? t('plotsWhole')
            : t('plotsChosen', { count, shown: formatCount(count) })}
        </Link>
      </p>
      {task.can.update && (
        <div className="flex wrap gap-8 items-center">
          <AddPlots task={task} />
          {count > 0 && <Button onClick={askClear}>{t('plotsClear')}</Button>}
        </div>
      )}
    </FactSection>
  )
}
