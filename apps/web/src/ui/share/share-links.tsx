// The links of one report: a new one, and those that exist.
import { shareDaysAtMost } from '@swath/contract/overview/share-limits'
import type { ShareLink } from '@swath/contract/overview/share-links'
import type { SharedReportOf } from '@swath/contract/overview/shared-reports'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMinute } from '../../lib/format.ts'
import { languageNames } from '../../lib/language.ts'
import { buildQuery } from '../../lib/query.ts'
import { settle } from '../../lib/use-change.ts'
import { useConfirm } from '../confirm.tsx'
import { Failure } from '../empty.tsx'
import { DayInput } from '../fields/field-inputs.tsx'
import { keepPickerKeys } from '../picker-keys.ts'
import { TimeAgo } from '../time.tsx'
import { NewLink } from './new-link.tsx'
import { useCreateShareLink, useRevokeShareLink } from './share-links.mutations.ts'
import style from './share-links.module.css'

const usualDays = 30
const inDays = (days: number): string => dayjs().add(days, 'day').format('YYYY-MM-DD')

type CreateProps = { report: SharedReportOf; onCreated: (address: string) => void }
const CreateLink = ({ report, onCreated }: CreateProps) => {
  const { t } = useTranslation('share-links')
  const create = useCreateShareLink()
  const [until, setUntil] = useState(() => inDays(usualDays))
  return (
    <form
      className={`flex wrap gap-8 ${style.create}`}
      onKeyDown={keepPickerKeys}
      onSubmit={(event) => {
        event.preventDefault()
        const created = create
          .mutateAsync({ report, until })
          .then(({ path }) => onCreated(window.location.origin + path))
        void settle(created) // a refusal has already been reported
      }}
    >
      <label className="grid cols-1 gap-4">
        <span className="muted text-12">{t('until')}</span>
        <DayInput
          value={until}
          from={inDays(0)}
          until={inDays(shareDaysAtMost)}
          onChange={(day) => day && setUntil(day)}
        />
      </label>
      <Button type="primary" htmlType="submit" loading={create.isPending}>
        {t('create')}
      </Button>
    </form>
  )
}

const languageName = (language: string): string =>
  (languageNames as Readonly<Record<string, string>>)[language] ?? language

const Openings = ({ link }: { link: ShareLink }) => {
  const { t } = useTranslation('share-links')
  const count = t('openings', { count: formatCount(link.openings) })
  if (link.lastOpenings.length === 0) return <p className="m-0 muted text-13">{count}</p>
  return (
    <details className="text-13">
      <summary className="muted">
        {count} · {t('lastOpened', { time: formatMinute(link.lastOpenedAt) })}
      </summary>
      <ul className={`list-plain muted text-12 ${style.openings}`} aria-label={t('lastOpenings')}>
        {link.lastOpenings.map(({ at, device, language }, order) => (
          <li key={order}>
            <TimeAgo time={at} /> · {device || t('deviceUnknown')} · {languageName(language)}
          </li>
        ))}
      </ul>
    </details>
  )
}

const LinkRow = ({ link }: { link: ShareLink }) => {
  const { t } = useTranslation('share-links')
  const confirm = useConfirm()
  const revoke = useRevokeShareLink()
  const [nowMs] = useState(Date.now)
  const works = link.revokedAt === null && Date.parse(link.expiresAt) > nowMs
  const state = link.revokedAt
    ? t('revokedAt', { time: formatMinute(link.revokedAt) })
    : t(works ? 'works' : 'ended', { time: formatMinute(link.expiresAt) })
  return (
    <li className={`flex gap-8 justify-between ${style.link}`}>
      <div className="min-w-0">
        <p className={works ? 'm-0' : 'm-0 muted'}>{state}</p>
        <p className="m-0 muted text-13">
          {t('made', { time: formatMinute(link.createdAt), name: link.createdBy })}
        </p>
        <Openings link={link} />
      </div>
      {works && (
        <Button
          danger
          size="small"
          onClick={() =>
            confirm({
              title: t('revokeTitle'),
              text: t('revokeEffect'),
              verb: t('revoke'),
              run: () => revoke.mutateAsync({ linkId: link.linkId }),
            })
          }
        >
          {t('revoke')}
        </Button>
      )}
    </li>
  )
}

export const ShareLinks = ({ report }: { report: SharedReportOf }) => {
  const { t } = useTranslation('share-links')
  const links = useQuery(buildQuery('listShareLinks', { body: { report } }))
  const [address, setAddress] = useState<string | null>(null)
  return (
    <div className="grid cols-1 gap-16">
      <p className="m-0 muted text-13 leading-20">{t('hint')}</p>
      {address === null ? (
        <CreateLink report={report} onCreated={setAddress} />
      ) : (
        <NewLink address={address} />
      )}
      <section>
        <h3 className="m-0 text-14">{t('links')}</h3>
        {links.isError ? (
          <Failure error={links.error} onRetry={() => void links.refetch()} />
        ) : !links.data ? (
          <Skeleton active paragraph={{ rows: 2 }} title={false} />
        ) : links.data.items.length === 0 ? (
          <p className="m-0 muted text-13">{t('none')}</p>
        ) : (
          <ul className={`list-plain ${style.links}`}>
            {links.data.items.map((link) => (
              <LinkRow key={link.linkId} link={link} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
