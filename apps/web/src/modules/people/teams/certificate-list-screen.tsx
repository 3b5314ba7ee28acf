import {
  CertificateChange,
  CertificateInput,
  certificateKinds,
  certificateList,
  type PilotCertificate,
} from '@swath/contract/people/pilot-certificates'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { DayInput } from '../../../ui/fields/field-inputs.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useRowEditing } from '../../../ui/row-editing.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { usePeople } from './choices.tsx'
import { TeamTabs } from './team-tabs.tsx'
import { useAddCertificate, useDeleteCertificate, useUpdateCertificate } from './teams.mutations.ts'

const { labels: kindLabels } = certificateList.columns.kind
const { labels: stateLabels } = certificateList.columns.state
const states = ['all', 'ended', 'ending', 'valid'] as const
const groups = { due: ['ended', 'ending'] } as const
const stateTones = { ended: 'bad', ending: 'waiting', valid: 'good' } as const

const CertificateState = ({ state }: Pick<PilotCertificate, 'state'>) => {
  const { t } = useTranslation('teams')
  return <StateTag tone={stateTones[state]}>{t(stateLabels[state])}</StateTag>
}

const Fields = () => {
  const { t } = useTranslation('teams')
  const people = usePeople()
  return (
    <>
      <FormField name="userId" label={t('terms:pilot')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={people.isPending}
          options={(people.data?.items ?? []).map(({ userId, userName, groupName }) => ({
            value: userId,
            label: groupName === null ? userName : `${userName} · ${groupName}`,
          }))}
        />
      </FormField>
      <FormField name="kind" label={t('certificateKind')}>
        <Select
          options={certificateKinds.map((kind) => ({ value: kind, label: t(kindLabels[kind]) }))}
        />
      </FormField>
      <TextField name="certificateNo" label={t('certificateNo')} maxLength={60} />
      <FormField name="validUntil" label={t('validUntil')}>
        <DayInput />
      </FormField>
    </>
  )
}

/** Certificates of pilots, the first to expire on top. */
export const CertificateListScreen = () => {
  const { t } = useTranslation('teams')
  const { answer, onLoaded } = useLoadedRows<typeof certificateList>()
  const add = useAddCertificate()
  const update = useUpdateCertificate()
  const destroy = useDeleteCertificate()
  const cellRenderers = {
    validUntil: {
      render: ({ validUntil }: PilotCertificate) => (
        <span className="figure">{validUntil.replaceAll('-', '/')}</span>
      ),
    },
    state: { render: ({ state }: PilotCertificate) => <CertificateState state={state} /> },
  }
  const { chips, narrowed } = useStateChips({
    states,
    labels: stateLabels,
    groups,
    counts: answer?.stats,
  })
  const { actions, rows, forms } = useRowEditing({
    list: certificateList,
    cellRenderers,
    toName: ({ userName }) => userName,
    fields: <Fields />,
    add: answer?.can.create
      ? {
          label: t('addCertificate'),
          schema: CertificateInput,
          initial: { kind: 'licence' },
          run: add.mutateAsync,
        }
      : null,
    change: { schema: CertificateChange, run: update.mutateAsync },
    remove: { effect: t('certificateDelete'), run: destroy.mutateAsync },
  })
  return (
    <>
      <ListScreen
        list={certificateList}
        title={t('certificates')}
        head={
          <>
            <TeamTabs />
            {chips}
          </>
        }
        as={{ narrowed }}
        shown={[
          'userName',
          'groupName',
          'kind',
          'certificateNo',
          'validUntil',
          'state',
          'accountName',
        ]}
        cellRenderers={cellRenderers}
        filters={[
          'userName',
          { name: 'groupName', label: t('terms:team') },
          'certificateNo',
          'kind',
        ]}
        actions={actions}
        rows={{ ...rows, onLoaded }}
        empty={{ title: t('certificatesNone'), reason: t('certificatesNoneReason') }}
      />
      {forms}
    </>
  )
}
