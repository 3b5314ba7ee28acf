import { PlusOutlined } from '@ant-design/icons'
import { shiftsAtMost, type DutyPerson, type DutyShift } from '@swath/contract/alarms/rosters'
import { findOverlap } from '@swath/domain/duty-roster'
import { Alert, Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { WindowFields } from '../../../ui/fields/window-fields.tsx'
import { useDutyName } from './duty-name.ts'
import style from './rosters.module.css'

const newShift: DutyShift = { days: [1, 2, 3, 4, 5], from: '08:00', until: '20:00', userIds: [] }

const places = ['first', 'second', 'third'] as const

type PeopleProps = {
  userIds: readonly string[]
  people: readonly DutyPerson[]
  onChange: (userIds: string[]) => void
}
const PeopleFields = ({ userIds, people, onChange }: PeopleProps) => {
  const { t } = useTranslation('rosters')
  const toName = useDutyName()
  const choose = (place: number, userId: string | undefined): void =>
    onChange(places.flatMap((_, i) => (i === place ? userId : userIds[i]) ?? []))
  return (
    <div className={style.people}>
      {places.map((place, i) => (
        <label key={place}>
          <span>{t(place)}</span>
          <Select
            aria-label={t(place)}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear={i === 2}
            disabled={i > userIds.length}
            value={userIds[i] ?? null}
            options={people.map((person) => ({
              value: person.userId,
              label: toName(person),
              disabled: userIds.includes(person.userId) && userIds[i] !== person.userId,
            }))}
            onChange={(userId: string | undefined) => choose(i, userId)}
          />
        </label>
      ))}
    </div>
  )
}

type Props = {
  id?: string
  value?: DutyShift[]
  onChange?: (shifts: DutyShift[]) => void
  people: readonly DutyPerson[]
}

/** Form control for the shifts of a roster. */
export const ShiftsField = ({ id, value = [], onChange, people }: Props) => {
  const { t } = useTranslation('rosters')
  const overlap = findOverlap(value)
  return (
    <div id={id} className="grid gap-8 justify-items-start">
      {value.map((shift, i) => (
        // Rows have no other key than their index.
        <WindowFields
          key={i}
          value={shift}
          labels={{
            window: t('shiftNumber', { number: i + 1 }),
            from: t('from', { number: i + 1 }),
            until: t('until', { number: i + 1 }),
            remove: t('shiftRemove', { number: i + 1 }),
          }}
          onChange={(changed) => onChange?.(value.with(i, changed))}
          onRemove={() => onChange?.(value.toSpliced(i, 1))}
        >
          <PeopleFields
            userIds={shift.userIds}
            people={people}
            onChange={(userIds) => onChange?.(value.with(i, { ...shift, userIds }))}
          />
        </WindowFields>
      ))}
      {overlap && (
        <Alert
          type="error"
          showIcon
          title={t('overlap', { one: overlap[0] + 1, other: overlap[1] + 1 })}
        />
      )}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= shiftsAtMost}
        onClick={() => onChange?.([...value, newShift])}
      >
        {t('shiftAdd')}
      </Button>
    </div>
  )
}
