import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { groupsAtMost, type IdentityProvider } from '@swath/contract/people/organisation-sign-in'
import { userTypeCodes } from '@swath/domain/access/rights'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { roleTitles } from '../../../lib/roles.ts'
import style from './organisation-sign-in.module.css'

/** The roles of people who have a console. */
export const consoleRoles = [
  userTypeCodes.superAdmin,
  userTypeCodes.enterpriseAdmin,
  userTypeCodes.businessAdmin,
  userTypeCodes.staff,
  userTypeCodes.leaseManager,
] as const

type Roles = IdentityProvider['groupRoles']
type Props = { id?: string; value?: Roles; onChange?: (roles: Roles) => void }

/** Form control for the roles of groups, the first match first. */
export const GroupRolesField = ({ id, value = [], onChange }: Props) => {
  const { t } = useTranslation('organisation-sign-in')
  return (
    <div id={id} className="grid gap-8 justify-items-start">
      {value.map((one, i) => {
        const number = i + 1
        return (
          // Rows have no other key than their index.
          <div key={i} className={style.group}>
            <Input
              aria-label={t('group', { number })}
              value={one.group}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange?.(value.with(i, { ...one, group: event.target.value }))}
            />
            <Select
              aria-label={t('groupRole', { number })}
              value={one.userType}
              options={consoleRoles.map((role) => ({ value: role, label: t(roleTitles[role]) }))}
              onChange={(userType) => onChange?.(value.with(i, { ...one, userType }))}
            />
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('groupRemove', { number })}
              onClick={() => onChange?.(value.toSpliced(i, 1))}
            />
          </div>
        )
      })}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= groupsAtMost}
        onClick={() => onChange?.([...value, { group: '', userType: userTypeCodes.staff }])}
      >
        {t('groupAdd')}
      </Button>
    </div>
  )
}
