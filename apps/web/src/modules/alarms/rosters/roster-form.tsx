import {
  RosterChange,
  RosterInput,
  type DutyPerson,
  type Roster,
} from '@swath/contract/alarms/rosters'
import { useQuery } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatTimeZone } from '../../../lib/format.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { useAddRoster, useUpdateRoster } from './rosters.mutations.ts'
import { ShiftsField } from './shifts-field.tsx'

type RegionProps = { id?: string; value?: string | null; onChange?: (code: string | null) => void }
const RegionField = ({ id, value = null, onChange }: RegionProps) => {
  const { t } = useTranslation('rosters')
  return (
    <RegionCascader
      {...(id ? { id } : {})}
      value={value}
      onChange={(code) => onChange?.(code)}
      label={t('everywhere')}
    />
  )
}

type FieldsProps = { people: readonly DutyPerson[]; timeZone: string }
const Fields = ({ people, timeZone }: FieldsProps) => {
  const { t } = useTranslation('rosters')
  const members = useQuery(buildQuery('listRosterPeople'))
  const listed = members.data?.items ?? []
  const former = people.filter(({ userId }) => !listed.some((one) => one.userId === userId))
  return (
    <>
      <TextField name="rosterName" label={t('name')} maxLength={60} />
      <FormField name="region" label={t('terms:region')} extra={t('regionHint')}>
        <RegionField />
      </FormField>
      <FormField name="minutes" label={t('minutes')} extra={t('minutesHint')}>
        <InputNumber min={1} max={120} precision={0} suffix={t('minutesUnit')} />
      </FormField>
      <FormField
        name="shifts"
        label={t('shifts')}
        extra={t('shiftsHint', { zone: formatTimeZone(timeZone) })}
      >
        <ShiftsField people={[...listed, ...former]} />
      </FormField>
    </>
  )
}

type Props = FieldsProps & { roster: Roster | null; onClose: () => void }

/** `roster`: null: adds one. */
export const RosterForm = ({ roster, onClose, ...fields }: Props) => {
  const { t } = useTranslation('rosters')
  const add = useAddRoster()
  const update = useUpdateRoster()
  const messages = { secondPersonMissing: t('secondMissing') }
  if (roster === null)
    return (
      <FormDrawer
        onClose={onClose}
        title={t('add')}
        submitLabel={t('add')}
        schema={RosterInput}
        messages={messages}
        initial={{ region: null, minutes: 5, shifts: [] }}
        onSubmit={async (body) => {
          const { rosterName } = await add.mutateAsync(body)
          showSuccess(t('ui:rowAdded', { name: rosterName }))
        }}
      >
        <Fields {...fields} />
      </FormDrawer>
    )
  const { rosterId } = roster
  return (
    <FormDrawer
      onClose={onClose}
      title={t('edit', { name: roster.rosterName })}
      schema={RosterChange}
      messages={messages}
      initial={roster}
      readAgain={async () => {
        const { items } = await queryClient.fetchQuery(buildQuery('listRosters'))
        return items.find((one) => one.rosterId === rosterId) ?? roster
      }}
      onSubmit={async (body) => {
        const { rosterName } = await update.mutateAsync(body)
        showSuccess(t('ui:rowSaved', { name: rosterName }))
      }}
    >
      <Fields {...fields} />
    </FormDrawer>
  )
}
