import { FactorRule } from '@swath/contract/people/member-factors'
import { userTypeCodes } from '@swath/domain/access/rights'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CallError } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useSetRule } from './member-factors.mutations.ts'

/** None may be chosen. */
const RuleForm = z.object({ userTypes: FactorRule.shape.userTypes.default([]) })

/** The roles of people who have a console. */
const roles = [
  userTypeCodes.superAdmin,
  userTypeCodes.enterpriseAdmin,
  userTypeCodes.businessAdmin,
  userTypeCodes.staff,
  userTypeCodes.leaseManager,
] as const

type FormProps = { rule: FactorRule; onClose: () => void }

const RuleDialog = ({ rule, onClose }: FormProps) => {
  const { t } = useTranslation('member-factors')
  const save = useSetRule()
  const needsOwn = save.error instanceof CallError && save.error.code === 'second_factor_missing'
  return (
    <FormDrawer
      dialog={480}
      title={t('rule')}
      schema={RuleForm}
      initial={{ userTypes: rule.userTypes }}
      onClose={onClose}
      onSubmit={async (form) => {
        await save.mutateAsync(form)
        showSuccess(t('ruleSaved'))
      }}
    >
      <div className="grid gap-16">
        <p className="m-0">{t('ruleHint')}</p>
        {needsOwn && <Alert type="warning" showIcon title={t('ruleOwn')} />}
        <FormField name="userTypes" label={t('ruleRoles')}>
          <Checkbox.Group
            className="grid gap-8"
            options={roles.map((role) => ({ value: role, label: t(roleTitles[role]) }))}
          />
        </FormField>
      </div>
    </FormDrawer>
  )
}

/** The button for the rule, for people who may change it. */
export const FactorRuleButton = () => {
  const { t } = useTranslation('member-factors')
  const [isOpen, setOpen] = useState(false)
  const { data: rule } = useQuery(buildQuery('getFactorRule'))
  if (!rule?.can.change) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('rule')}</Button>
      {isOpen && <RuleDialog rule={rule} onClose={() => setOpen(false)} />}
    </>
  )
}
