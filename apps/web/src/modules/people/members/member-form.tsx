import { dataScopeCodes } from '@swath/contract/people/data-scope-codes'
import { userTypeCodes } from '@swath/domain/access/rights'
import { MemberUpdate, NewMember } from '@swath/contract/people/member-fields'
import { type Member } from '@swath/contract/people/members'
import { rightsByUserType, type Right, type UserType } from '@swath/domain/access/rights'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { rightTitle } from '../../../lib/rights.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PhoneInput } from '../../../ui/phone-input.tsx'
import { useCreateMember, useUpdateMember } from './members.mutations.ts'
import { roleHints } from './member.labels.ts'
import style from './members.module.css'

/** Rights and roles that the signed-in person may grant, from the list's response. */
export type Grants = { readonly userTypes: readonly UserType[]; readonly rights: readonly Right[] }

/** A member's first sign-in details, shown once. */
export type FirstSignIn = { name: string; login: string; password: string }

type Field<T> = { id?: string; value?: T; onChange?: (value: T) => void }

const RoleSelect = ({
  value,
  onChange,
  roles,
  ...rest
}: Field<UserType> & { roles: readonly UserType[] }) => {
  const { t } = useTranslation('members')
  const form = Form.useFormInstance()
  return (
    <Select
      {...rest}
      {...(value === undefined ? {} : { value })}
      options={roles.map((role) => ({ value: role, label: t(roleTitles[role]) }))}
      onChange={(role: UserType) => {
        // A super administrator has no restrictions.
        if (role === userTypeCodes.superAdmin)
          form.setFieldsValue({ rights: null, dataScope: dataScopeCodes.enterprise })
        onChange?.(role)
      }}
    />
  )
}

const RightsChoice = ({
  id,
  value = null,
  onChange,
  role,
  grantable,
}: Field<readonly Right[] | null> & { role: UserType; grantable: readonly Right[] }) => {
  const { t } = useTranslation('members')
  const ofRole = rightsByUserType[role]
  return (
    <div className="grid gap-8" id={id}>
      <Radio.Group
        value={value === null ? 'role' : 'own'}
        onChange={({ target }) =>
          onChange?.(
            target.value === 'role' ? null : ofRole.filter((right) => grantable.includes(right)),
          )
        }
        options={[
          { value: 'role', label: t('rightsOfRole') },
          { value: 'own', label: t('rightsOwn') },
        ]}
      />
      {value === null ? (
        ofRole.length === 0 ? (
          <p className="m-0 muted text-13 leading-normal">{t('rightsNone')}</p>
        ) : (
          <p className="m-0 muted text-13 leading-normal">
            {ofRole.map(rightTitle).join(t('listComma'))}
          </p>
        )
      ) : (
        <Checkbox.Group
          className={style.boxes}
          value={[...value]}
          onChange={(chosen) =>
            onChange?.(grantable.filter((right) => (chosen as Right[]).includes(right)))
          }
        >
          {grantable.map((right) => (
            <Checkbox key={right} value={right}>
              {rightTitle(right)}
            </Checkbox>
          ))}
        </Checkbox.Group>
      )}
    </div>
  )
}

const AccessFields = ({ grants }: { grants: Grants }) => {
  const { t } = useTranslation('members')
  const role = (Form.useWatch('userType') as UserType | undefined) ?? 3
  return (
    <>
      <FormField name="userType" label={t('role')} extra={t(roleHints[role])}>
        <RoleSelect roles={grants.userTypes} />
      </FormField>
      {role !== 1 && (
        <>
          <FormField name="rights" label={t('rights')}>
            <RightsChoice role={role} grantable={grants.rights} />
          </FormField>
          <FormField name="dataScope" label={t('terms:dataScope')} extra={t('dataScopeHint')}>
            <Radio.Group
              options={[
                { value: 1, label: t('terms:enterpriseData') },
                { value: 2, label: t('terms:personalData') },
              ]}
            />
          </FormField>
        </>
      )}
    </>
  )
}

const PersonFields = () => {
  const { t } = useTranslation('members')
  return (
    <>
      <TextField name="userName" label={t('terms:name')} maxLength={60} />
      <FormField name="phoneNum" label={t('terms:phone')} extra={t('loginHint')}>
        <PhoneInput label={t('terms:phone')} />
      </FormField>
      <FormField
        name="email"
        label={t('terms:eMail')}
        getValueProps={(value: string | null) => ({ value: value ?? '' })}
        normalize={(value: string) => value.trim() || null}
      >
        <Input type="email" autoComplete="off" spellCheck={false} maxLength={120} />
      </FormField>
    </>
  )
}

const useMessages = (): Readonly<Record<string, string>> => {
  const { t } = useTranslation('members')
  return useMemo(
    () => ({
      required: t('loginMissing'),
      phoneRule: t('phoneRule'),
      emailRule: t('emailRule'),
      passwordRule: t('passwordRule'),
      superAdminWhole: t('superAdminWhole'),
    }),
    [t],
  )
}

type CreateMemberProps = {
  open: boolean
  onClose: () => void
  grants: Grants
  onMade: (made: FirstSignIn) => void
}
export const CreateMember = ({ open, onClose, grants, onMade }: CreateMemberProps) => {
  const { t } = useTranslation('members')
  const create = useCreateMember()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('create')}
      submitLabel={t('create')}
      schema={NewMember}
      messages={useMessages()}
      initial={{
        userType: grants.userTypes.includes(3) ? 3 : (grants.userTypes[0] ?? 3),
        rights: null,
        dataScope: dataScopeCodes.enterprise,
        phoneNum: null,
        email: null,
      }}
      onSubmit={async (body) => {
        await create.mutateAsync(body)
        onMade({
          name: body.userName,
          login: body.phoneNum ?? body.email ?? '',
          password: body.password,
        })
      }}
    >
      <PersonFields />
      <AccessFields grants={grants} />
      <FormField name="password" label={t('firstPassword')} extra={t('passwordRule')}>
        <PasswordInput />
      </FormField>
    </FormDrawer>
  )
}

const toFields = (member: Member) => {
  const { userName, phoneNum, email, userType, rights, ownRights, dataScope, version } = member
  return {
    userName,
    phoneNum,
    email,
    userType,
    rights: ownRights ? rights : null,
    dataScope,
    version,
  }
}

type EditMemberProps = { member: Member; onClose: () => void; grants: Grants }
export const EditMember = ({ member, onClose, grants }: EditMemberProps) => {
  const { t } = useTranslation('members')
  const update = useUpdateMember()
  const { userId, userName } = member
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editTitle', { name: userName })}
      schema={MemberUpdate}
      messages={useMessages()}
      initial={toFields(member)}
      readAgain={async () => toFields(await call('getMember', { query: { userId } }))}
      onSubmit={async (body) => {
        await update.mutateAsync({ userId, ...body })
        showSuccess(t('saved', { name: body.userName }))
      }}
    >
      <PersonFields />
      {member.can.changeAccess ? (
        <AccessFields grants={grants} />
      ) : (
        <p className="m-0 muted text-13 leading-normal">{t('ownAccess')}</p>
      )}
    </FormDrawer>
  )
}
