import {
  NewSignInDomain,
  type IdentityProvider,
  type SignInDomain,
} from '@swath/contract/people/organisation-sign-in'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { Fact, Facts, FactSection } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useAddDomain, useCheckDomain, useDeleteDomain } from './organisation-sign-in.mutations.ts'
import style from './organisation-sign-in.module.css'

const proofs = {
  dns: 'organisation-sign-in:proved.dns',
  platform: 'organisation-sign-in:proved.platform',
  none: 'organisation-sign-in:proved.none',
} as const

export const ProofTag = ({ domain: { provedBy } }: { domain: SignInDomain }) => {
  const { t } = useTranslation('organisation-sign-in')
  return <Tag color={provedBy ? 'success' : 'warning'}>{t(proofs[provedBy ?? 'none'])}</Tag>
}

const Copyable = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  return (
    <Typography.Text
      code
      className="break-anywhere"
      copyable={{ text, tooltips: [t('terms:copy'), t('terms:copied')] }}
    >
      {text}
    </Typography.Text>
  )
}

const DomainItem = ({ domain: row }: { domain: SignInDomain }) => {
  const { t } = useTranslation('organisation-sign-in')
  const check = useCheckDomain()
  const destroy = useDeleteDomain()
  const askDelete = useDeletion()
  const { domainId, domain, record, can } = row
  const onDelete = (): void =>
    askDelete({
      title: t('domainAskDelete', { domain }),
      text: t('domainDeleteEffect'),
      verb: t('terms:remove'),
      run: () => destroy.mutateAsync({ domainId }),
      done: t('domainDeleted', { domain }),
    })
  return (
    <li className={style.domain}>
      <div className="flex wrap gap-8 items-center justify-between">
        <span className="break-anywhere">
          {domain} <ProofTag domain={row} />
        </span>
        <div className="flex wrap gap-8">
          {can.check && (
            <Button
              size="small"
              loading={check.isPending}
              onClick={() =>
                check.mutate(
                  { domainId },
                  { onSuccess: () => showSuccess(t('checked', { domain })) },
                )
              }
            >
              {t('check')}
            </Button>
          )}
          {can.delete && (
            <Button
              danger
              size="small"
              aria-label={t('domainDelete', { domain })}
              onClick={onDelete}
            >
              {t('terms:remove')}
            </Button>
          )}
        </div>
      </div>
      {can.check && (
        <>
          <p className="muted m-0 text-13">{t('recordHint')}</p>
          <Facts>
            <Fact label={t('recordName')}>
              <Copyable text={record.name} />
            </Fact>
            <Fact label={t('recordValue')}>
              <Copyable text={record.value} />
            </Fact>
          </Facts>
        </>
      )}
    </li>
  )
}

const AddDomain = ({ providerId, onClose }: { providerId: string; onClose: () => void }) => {
  const { t } = useTranslation('organisation-sign-in')
  const add = useAddDomain()
  return (
    <FormDrawer
      dialog={480}
      title={t('domainAdd')}
      submitLabel={t('domainAdd')}
      schema={NewSignInDomain}
      messages={{ domainWrong: t('domainWrong') }}
      initial={{}}
      onClose={onClose}
      onSubmit={async (form) => {
        const { domain } = await add.mutateAsync({ providerId, ...form })
        showSuccess(t('ui:rowAdded', { name: domain }))
      }}
    >
      <TextField
        name="domain"
        label={t('domain')}
        extra={t('domainHint')}
        maxLength={253}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDrawer>
  )
}

/** Domains of e-mail addresses for which a provider answers, and the records that prove them. */
export const ProviderDomains = ({ provider }: { provider: IdentityProvider }) => {
  const { t } = useTranslation('organisation-sign-in')
  const [isAdding, setAdding] = useState(false)
  const { providerId, domains, can } = provider
  return (
    <FactSection title={t('domains')}>
      {domains.length === 0 && <p className="muted m-0">{t('domainsNone')}</p>}
      <ul className="list-plain grid cols-1">
        {domains.map((domain) => (
          <DomainItem key={domain.domainId} domain={domain} />
        ))}
      </ul>
      {can.addDomain && (
        <Button
          className="mt-8"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('domainAdd')}
        </Button>
      )}
      {isAdding && <AddDomain providerId={providerId} onClose={() => setAdding(false)} />}
    </FactSection>
  )
}
