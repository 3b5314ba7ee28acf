import { EditOutlined } from '@ant-design/icons'
import type { IdentityProvider } from '@swath/contract/people/organisation-sign-in'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { useDeleteProvider } from './organisation-sign-in.mutations.ts'
import { ProviderDomains } from './provider-domains.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderTestButton } from './provider-test.tsx'
import style from './organisation-sign-in.module.css'

type ItemProps = { provider: IdentityProvider; onEdit: () => void }

const ProviderItem = ({ provider, onEdit }: ItemProps) => {
  const { t } = useTranslation('organisation-sign-in')
  const destroy = useDeleteProvider()
  const askDelete = useDeletion()
  const { providerId, providerName: name, issuer, enabled, can } = provider
  const onDelete = (): void =>
    askDelete({
      title: t('ui:rowAskDelete', { name }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: () => destroy.mutateAsync({ providerId }),
      done: t('ui:rowDeleted', { name }),
    })
  return (
    <article className={style.provider} aria-label={name}>
      <div className="flex wrap gap-8-16 items-start justify-between">
        <div className="min-w-0">
          <h3 className="m-0 text-14 semibold break-anywhere">
            {name} {!enabled && <Tag>{t('disabledTag')}</Tag>}
          </h3>
          <p className="muted m-0 break-anywhere">{issuer}</p>
        </div>
        <div className="flex wrap gap-8">
          {can.update && <ProviderTestButton provider={provider} />}
          {can.update && (
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              {t('terms:edit')}
            </Button>
          )}
          {can.delete && <DeleteButton onClick={onDelete} />}
        </div>
      </div>
      <ProviderDomains provider={provider} />
    </article>
  )
}

const ProviderSection = () => {
  const { t } = useTranslation('organisation-sign-in')
  const asked = useQuery(buildQuery('listIdentityProviders'))
  const [edited, setEdited] = useState<IdentityProvider | 'new' | null>(null)
  const known = asked.data
  return (
    <section className="min-w-0 card" aria-labelledby="identity-providers">
      <header className="flex wrap gap-8-16 items-start justify-between border-b p-16-20">
        <div className={style.about}>
          <h2 id="identity-providers" className="m-0 text-16 semibold">
            {t('title')}
          </h2>
          <p className="muted mt-4">{t('hint')}</p>
        </div>
        {known?.can.create && <CreateButton label={t('add')} onClick={() => setEdited('new')} />}
      </header>
      {known ? (
        <>
          {known.items.length === 0 && <p className="muted m-0 p-16-20">{t('none')}</p>}
          {known.items.map((provider) => (
            <ProviderItem
              key={provider.providerId}
              provider={provider}
              onEdit={() => setEdited(provider)}
            />
          ))}
          {edited !== null && (
            <ProviderForm
              provider={edited === 'new' ? null : edited}
              onClose={() => setEdited(null)}
            />
          )}
        </>
      ) : (
        <div className="p-16-20">
          {asked.isError ? (
            <Failure error={asked.error} onRetry={() => void asked.refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 3 }} />
          )}
        </div>
      )}
    </section>
  )
}

/**
 * The account’s identity providers, with which its members sign in. Nothing for people who may not
 * manage members.
 */
export const IdentityProviders = () =>
  useUser().rights.includes('staff.manage') ? <ProviderSection /> : null
