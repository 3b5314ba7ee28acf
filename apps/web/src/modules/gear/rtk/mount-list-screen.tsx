import {
  NtripMountChange,
  NtripMountInput,
  ntripFormats,
  ntripMountList,
  type NtripMount,
  type NtripMountSecrets,
} from '@swath/contract/gear/ntrip'
import { Alert, Button, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useAddMount, useDeleteMount, useRenewSecrets, useUpdateMount } from './rtk.mutations.ts'
import { RtkTabs } from './rtk-tabs.tsx'

const tones = { off: undefined, silent: 'waiting', live: 'good' } as const
const { labels } = ntripMountList.columns.state

const MountState = ({ state }: Pick<NtripMount, 'state'>) => {
  const { t } = useTranslation('rtk')
  return <StateTag tone={tones[state]}>{t(labels[state])}</StateTag>
}

const Fields = () => {
  const { t } = useTranslation('rtk')
  return (
    <>
      <TextField
        name="mountName"
        label={t('mountName')}
        extra={t('mountNameHint')}
        maxLength={32}
      />
      <TextField name="place" label={t('place')} maxLength={60} />
      <FormField name="format" label={t('terms:format')}>
        <Select options={ntripFormats.map((format) => ({ value: format, label: format }))} />
      </FormField>
      <FormField name="lng" label={t('longitude')}>
        <InputNumber min={-180} max={180} style={{ width: '100%' }} />
      </FormField>
      <FormField name="lat" label={t('latitude')}>
        <InputNumber min={-90} max={90} style={{ width: '100%' }} />
      </FormField>
      <FormField name="enabled" label={t('mountEnabled')} valuePropName="checked">
        <Switch />
      </FormField>
    </>
  )
}

const useRevealSecrets = (): ((secrets: NtripMountSecrets) => void) => {
  const { t } = useTranslation('rtk')
  const reveal = useCredentialReveal()
  return ({ mount, baseSecret, roverSecret }) =>
    reveal({
      title: t('secretsTitle', { name: mount.mountName }),
      lines: [
        [t('mountName'), mount.mountName],
        [t('baseSecret'), baseSecret],
        [t('roverSecret'), roverSecret],
      ],
      after: t('secretsHint'),
    })
}

const NewSecrets = ({ mount }: { mount: NtripMount }) => {
  const { t } = useTranslation('rtk')
  const confirm = useConfirm()
  const renew = useRenewSecrets()
  const reveal = useRevealSecrets()
  return (
    <Button
      onClick={() =>
        confirm({
          title: t('askNewSecrets', { name: mount.mountName }),
          text: t('newSecretsEffect'),
          verb: t('newSecrets'),
          run: async () => reveal(await renew.mutateAsync({ mountId: mount.mountId })),
        })
      }
    >
      {t('newSecrets')}
    </Button>
  )
}

const cellRenderers = { state: { render: ({ state }: NtripMount) => <MountState state={state} /> } }

/** Mount points of the NTRIP caster: the base station that sends, and the number of clients. */
export const MountListScreen = () => {
  const { t } = useTranslation('rtk')
  const { answer, onLoaded } = useLoadedRows<typeof ntripMountList>()
  const add = useAddMount()
  const update = useUpdateMount()
  const destroy = useDeleteMount()
  const reveal = useRevealSecrets()
  const { actions, rows, forms } = useRowEditing({
    list: ntripMountList,
    cellRenderers,
    toName: ({ mountName }) => mountName,
    fields: <Fields />,
    add: answer?.can.create
      ? {
          label: t('addMount'),
          schema: NtripMountInput,
          initial: { format: 'RTCM 3.2', enabled: true },
          run: async (body) => {
            const secrets = await add.mutateAsync(body)
            reveal(secrets)
            return secrets.mount
          },
        }
      : null,
    change: { schema: NtripMountChange, run: update.mutateAsync },
    remove: { effect: t('mountDelete'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={ntripMountList}
        title={t('mounts')}
        head={
          <>
            <RtkTabs />
            {answer?.port === null && <Alert type="warning" showIcon title={t('casterOff')} />}
            {answer && answer.port !== null && (
              <p className="m-0 muted">{t('casterAt', { port: answer.port })}</p>
            )}
          </>
        }
        shown={['mountName', 'place', 'format', 'state', 'roverNum', 'baseSince', 'accountName']}
        cellRenderers={cellRenderers}
        filters={['mountName', 'place', 'accountName']}
        actions={actions}
        rows={{
          ...rows,
          onLoaded,
          detail: {
            ...rows.detail!,
            extra: (_id, row) => row?.can.update && <NewSecrets mount={row} />,
          },
        }}
        empty={{ title: t('mountsNone'), reason: t('mountsNoneReason') }}
        refreshMs={15_000}
      />
      {forms}
    </>
  )
}
