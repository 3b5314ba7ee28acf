import { DownloadOutlined } from '@ant-design/icons'
import type { Bulletin, BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import type { Language } from '@swath/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount, formatMinute } from '../../../lib/format.ts'
import { currentLanguage, languageNames } from '../../../lib/language.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Time } from '../../../ui/time.tsx'
import { BulletinActions } from './bulletin-actions.tsx'
import { BulletinText } from './bulletin-body.tsx'
import { BulletinStateTag } from './bulletin-state.tsx'
import { useDownloadBulletinFile, useMarkBulletinsRead } from './bulletins.mutations.ts'
import style from './bulletins.module.css'

type Shown = { bulletin: BulletinDetail }

const RecalledNote = ({ bulletin: { recalledAt, recallReason } }: Shown) => {
  const { t } = useTranslation('bulletins')
  return (
    <div className="rounded-8 bg-warning warning p-12-16" role="note">
      <strong className="semibold">{t('recalledNote', { time: formatMinute(recalledAt) })}</strong>
      <p className="ink mt-4">{recallReason}</p>
    </div>
  )
}

const Files = ({ bulletin: { files } }: Shown) => {
  const { t } = useTranslation('bulletins')
  const download = useDownloadBulletinFile()
  return (
    <section className={style.files}>
      <h2 className="text-14 semibold mb-8">{t('files')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileId}>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              aria-label={t('download', { name: file.fileName })}
              onClick={() => download.mutate(file)}
            >
              <span className={style.fileName}>{file.fileName}</span>
              <span className="unit">{formatBytes(file.bytes)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The recipients, and how many have read it; for senders. */
const SentFacts = ({ bulletin }: Shown) => {
  const { t } = useTranslation('bulletins')
  const types = bulletin.targetAccountTypes.map((code) =>
    code === 1 ? t('terms:manufacturers') : t('targetOwners'),
  )
  return (
    <Facts>
      <Fact label={t('to')}>
        {types.join(' · ')}
        {types.length > 0 && ' · '}
        {bulletin.targetRegions.length === 0
          ? t('everywhere')
          : bulletin.targetRegions.map(({ path }) => path.join(' / ')).join(' · ')}
      </Fact>
      <Fact label={t('writtenBy')}>{bulletin.createdByName}</Fact>
      {bulletin.accountNum !== null && (
        <Fact label={t('readBy')}>
          {t('readOf', {
            read: formatCount(bulletin.readNum),
            accounts: formatCount(bulletin.accountNum),
          })}
        </Fact>
      )}
    </Facts>
  )
}

/** The text in the reader's language, else in the first; the others can be selected. */
const Texts = ({ bulletin: { texts, language } }: Shown) => {
  const { t } = useTranslation('bulletins')
  const [chosen, choose] = useState<Language>(language)
  const text = texts.find((one) => one.language === chosen) ?? texts[0]!
  const isForeign = !texts.some((one) => one.language === currentLanguage())
  return (
    <>
      {texts.length > 1 && (
        <Segmented<Language>
          className={style.languages}
          aria-label={t('readIn')}
          options={texts.map((one) => ({
            value: one.language,
            label: languageNames[one.language],
          }))}
          value={text.language}
          onChange={choose}
        />
      )}
      {isForeign && (
        <p className="m-0 muted text-13">
          {t('notInYours', { language: languageNames[text.language] })}
        </p>
      )}
      <h2 className={`m-0 semibold break-anywhere ${style.textTitle}`} lang={text.language}>
        {text.title || t('untitled')}
      </h2>
      <BulletinText body={text.body} language={text.language} />
    </>
  )
}

/** Opening a bulletin marks it as read. */
const useReadOnce = (bulletin: BulletinDetail | undefined): void => {
  const { mutate } = useMarkBulletinsRead()
  const isUnread = bulletin?.read === false
  const id = bulletin?.bulletinId
  const markRead = useEffectEvent((opened: string) => mutate([opened]))
  // Once per opened bulletin, however often it renders.
  useEffect(() => {
    if (isUnread && id !== undefined) markRead(id)
  }, [id, isUnread])
}

type Props = { bulletinId: string; onLeave?: (() => void) | undefined }

/** One bulletin as its readers see it, with actions for its authors. */
export const BulletinView = ({ bulletinId, onLeave }: Props) => {
  const detail = useQuery(buildQuery('getBulletin', { params: { bulletinId } }))
  useReadOnce(detail.data)
  return (
    <DetailOf row={undefined} asked={detail}>
      {(bulletin) => (
        <article className="flex column gap-12">
          <BulletinActions bulletin={bulletin} onLeave={onLeave} />
          <p className="flex wrap gap-4-12 items-center m-0 muted">
            <strong className="ink semibold">{bulletin.accountName}</strong>
            <Time time={bulletin.publishTime} />
            {bulletin.state !== 'published' && <BulletinStateTag state={bulletin.state} />}
          </p>
          {bulletin.state === 'recalled' && <RecalledNote bulletin={bulletin} />}
          <Texts key={bulletin.version} bulletin={bulletin} />
          {bulletin.files.length > 0 && <Files bulletin={bulletin} />}
          {bulletin.createdByName !== '' && <SentFacts bulletin={bulletin} />}
        </article>
      )}
    </DetailOf>
  )
}

/** The title in the reader's language; a draft may have none yet. */
export const BulletinTitle = ({ bulletin }: { bulletin: Bulletin }) => {
  const { t } = useTranslation('bulletins')
  return (
    <span
      className={`inline-flex gap-8 items-center min-w-0 break-anywhere ${style.rowTitle}`}
      data-unread={!bulletin.read}
      lang={bulletin.language}
    >
      {!bulletin.read && (
        <span className={style.dot}>
          <span className="sr-only">{t('unread')}</span>
        </span>
      )}
      {bulletin.title || t('untitled')}
      {bulletin.received && bulletin.state === 'recalled' && (
        <BulletinStateTag state={bulletin.state} />
      )}
    </span>
  )
}
