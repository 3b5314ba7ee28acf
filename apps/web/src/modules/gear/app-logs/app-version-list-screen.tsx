import { appPlatforms } from '@swath/contract/gear/app-logs'
import {
  AppVersionChange,
  AppVersionInput,
  appVersionList,
  type AppVersion,
} from '@swath/contract/gear/app-versions'
import { Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AppLogTabs } from './app-log-tabs.tsx'
import { CurrentVersions } from './current-versions.tsx'
import { useAddVersion, useDeleteVersion, useUpdateVersion } from './app-versions.mutations.ts'

const { platform, state } = appVersionList.columns
const tones = { newest: 'good', usable: undefined, outdated: 'bad' } as const

const VersionState = ({ state: is, isMinimum }: Pick<AppVersion, 'state' | 'isMinimum'>) => {
  const { t } = useTranslation('app-logs')
  return (
    <span className="inline-flex gap-4 items-center">
      <StateTag tone={tones[is]}>{t(state.labels[is])}</StateTag>
      {isMinimum && <StateTag>{t('isMinimum')}</StateTag>}
    </span>
  )
}

const Download = ({ url }: Pick<AppVersion, 'url'>) => {
  const { t } = useTranslation('app-logs')
  return (
    <a href={url} title={url} target="_blank" rel="noreferrer">
      {t('download')}
    </a>
  )
}

const cellRenderers = {
  state: { render: (row: AppVersion) => <VersionState {...row} /> },
  url: { render: ({ url }: AppVersion) => <Download url={url} /> },
  notes: { render: ({ notes }: AppVersion) => (notes ? <Clipped text={notes} /> : dash) },
  sha256: { render: ({ sha256 }: AppVersion) => sha256 || dash },
}

const Fields = () => {
  const { t } = useTranslation('app-logs')
  return (
    <>
      <FormField name="platform" label={t('platform')}>
        <Select
          options={appPlatforms.map((name) => ({ value: name, label: t(platform.labels[name]) }))}
        />
      </FormField>
      <TextField name="versionName" label={t('appVersion')} maxLength={40} placeholder="5.2.1" />
      <TextField
        name="url"
        label={t('downloadAddress')}
        extra={t('downloadHint')}
        maxLength={500}
        inputMode="url"
      />
      <TextField name="sha256" label={t('sha256')} extra={t('sha256Hint')} maxLength={64} />
      <FormField name="notes" label={t('whatIsNew')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
      </FormField>
      <FormField
        name="isMinimum"
        label={t('isMinimum')}
        extra={t('isMinimumHint')}
        valuePropName="checked"
      >
        <Switch />
      </FormField>
    </>
  )
}

/** Versions of the ground app: the recommended ones, and those that are too old. */
export const AppVersionListScreen = () => {
  const { t } = useTranslation('app-logs')
  const isPlatform = useUser().accountType === 'platform'
  const { answer, onLoaded } = useLoadedRows<typeof appVersionList>()
  const add = useAddVersion()
  const update = useUpdateVersion()
  const destroy = useDeleteVersion()
  const { actions, rows, forms } = useRowEditing({
    list: appVersionList,
    cellRenderers,
    toName: ({ versionName }) => versionName,
    fields: <Fields />,
    add: answer?.can.create
      ? {
          label: t('addVersion'),
          schema: AppVersionInput,
          initial: { platform: 'android', isMinimum: false },
          run: add.mutateAsync,
        }
      : null,
    change: { schema: AppVersionChange, run: update.mutateAsync },
    remove: { effect: t('versionDelete'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={appVersionList}
        title={t('versions')}
        head={
          <>
            <AppLogTabs />
            <CurrentVersions current={answer?.current} />
          </>
        }
        shown={['versionName', 'platform', 'state', 'notes', 'accountName', 'url', 'publishedAt']}
        cellRenderers={cellRenderers}
        filters={['platform', 'versionName', ...(isPlatform ? (['accountName'] as const) : [])]}
        actions={actions}
        rows={{ ...rows, onLoaded }}
        empty={{ title: t('versionsNone'), reason: t('versionsNoneReason') }}
      />
      {forms}
    </>
  )
}
