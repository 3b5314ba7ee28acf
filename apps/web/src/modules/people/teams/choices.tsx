// Options for a team's people and drones: searched by name, each with its current team.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery, keepShown } from '../../../lib/query.ts'

const shownAtMost = '500'

type Option = { value: string; label: string; team: string | null }

const OptionLine = ({ label, team }: Pick<Option, 'label' | 'team'>) => {
  const { t } = useTranslation('teams')
  return (
    <span>
      {label} {team !== null && <span className="unit">{t('inTeam', { team })}</span>}
    </span>
  )
}

type ChoiceProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void }

const Choice = ({
  options,
  loading,
  onSearch,
  placeholder,
  ...field
}: ChoiceProps & {
  options: Option[]
  loading: boolean
  onSearch: (text: string) => void
  placeholder: string
}) => (
  <Select<string[], Option>
    {...field}
    mode="multiple"
    style={{ width: '100%' }}
    placeholder={placeholder}
    aria-label={placeholder}
    loading={loading}
    showSearch={{ onSearch, optionFilterProp: 'label' }}
    options={options}
    optionRender={({ data }) => <OptionLine label={data.label} team={data.team} />}
  />
)

/** `without`: a team whose members are excluded. */
export const usePeople = (without?: string, search = '') =>
  useQuery({
    ...buildQuery('listSelectableMembers', {
      query: { size: shownAtMost, search, ...(without ? { without } : {}) },
    }),
    ...keepShown,
  })

export const PeopleChoice = ({ without, ...field }: ChoiceProps & { without?: string }) => {
  const { t } = useTranslation('teams')
  const [search, setSearch] = useState('')
  const people = usePeople(without, search)
  return (
    <Choice
      {...field}
      placeholder={t('choosePeople')}
      loading={people.isFetching}
      onSearch={setSearch}
      options={(people.data?.items ?? []).map(({ userId, userName, groupName }) => ({
        value: userId,
        label: userName,
        team: groupName,
      }))}
    />
  )
}

export const DroneChoice = (field: ChoiceProps) => {
  const { t } = useTranslation('teams')
  const [search, setSearch] = useState('')
  const drones = useQuery({
    ...buildQuery('listSelectableDrones', { query: { size: shownAtMost, search } }),
    ...keepShown,
  })
  return (
    <Choice
      {...field}
      placeholder={t('chooseDrones')}
      loading={drones.isFetching}
      onSearch={setSearch}
      options={(drones.data?.items ?? []).map(({ droneId, droneName, groupName }) => ({
        value: droneId,
        label: droneName === droneId ? droneId : `${droneName} · ${droneId}`,
        team: groupName,
      }))}
    />
  )
}
