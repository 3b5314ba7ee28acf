import type { BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { announcementsPath } from '../anomalies/alarm-paths.ts'
import { BulletinEditor } from './bulletin-editor.tsx'
import style from './editor.module.css'

const Begun = ({ bulletinId }: { bulletinId: string }) => {
  const { t } = useTranslation('bulletins')
  const navigate = useNavigate()
  const known = useQuery({
    ...buildQuery('getBulletin', { params: { bulletinId } }),
    staleTime: Infinity,
    // Another person's save must not overwrite the draft in the editor.
    refetchOnWindowFocus: false,
  })
  const bulletin: BulletinDetail | undefined = known.data
  if (!bulletin)
    return known.isError ? (
      <Failure error={known.error} onRetry={() => void known.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 10 }} />
    )
  return bulletin.can.update ? (
    <BulletinEditor key={bulletin.bulletinId} bulletin={bulletin} />
  ) : (
    <Empty
      title={t('goneOut')}
      reason={t('goneOutReason')}
      action={<Button onClick={() => void navigate(announcementsPath)}>{t('backToList')}</Button>}
    />
  )
}

/** Writes a bulletin, or edits one that is not published yet. */
export const BulletinEditorScreen = () => {
  const { t } = useTranslation('bulletins')
  const { bulletinId } = useParams()
  // A new bulletin keeps its editor when its first save changes the URL.
  const [begunId, setBegunId] = useState<string | null>(null)
  return (
    <section className={`flex column gap-16 min-w-0 ${style.screen}`}>
      <h1 className="page-title">{bulletinId === undefined ? t('create') : t('editTitle')}</h1>
      {bulletinId === undefined || bulletinId === begunId ? (
        <BulletinEditor bulletin={null} onBegun={setBegunId} />
      ) : (
        <Begun key={bulletinId} bulletinId={bulletinId} />
      )}
    </section>
  )
}
