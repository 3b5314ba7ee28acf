import { ArrowLeftOutlined, NotificationOutlined } from '@ant-design/icons'
import type { Bulletin } from '@swath/contract/alarms/bulletin-rows'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer, Skeleton, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { sizes } from '../../../lib/theme.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { useLiveEvent } from '../../../lib/live/live.ts'
import { announcementsPath } from '../anomalies/alarm-paths.ts'
import { BulletinTitle, BulletinView } from './bulletin-view.tsx'
import { askBulletinsAgain, useMarkBulletinsRead } from './bulletins.mutations.ts'
import style from './bulletins.module.css'

const shownAtMost = 30

type RowProps = { bulletin: Bulletin; onOpen: () => void }
const Row = ({ bulletin, onOpen }: RowProps) => (
  <li>
    <button type="button" className={style.row} onClick={onOpen}>
      <BulletinTitle bulletin={bulletin} />
      <span className="muted text-13">
        {bulletin.accountName} · <TimeAgo time={bulletin.publishTime} />
      </span>
    </button>
  </li>
)

/** The latest announcements that the person's account received. */
const Newest = ({ onOpen }: { onOpen: (bulletinId: string) => void }) => {
  const { t } = useTranslation('bulletins')
  const list = useQuery({
    ...buildQuery('listBulletins', { query: { box: 'received', pageSize: String(shownAtMost) } }),
    ...keepShown,
  })
  if (list.isError && !list.data)
    return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  return list.data!.items.length === 0 ? (
    <Empty title={t('none')} reason={t('noneReason')} />
  ) : (
    <ul className={style.rows} aria-label={t('announcements')}>
      {list.data!.items.map((bulletin) => (
        <Row
          key={bulletin.bulletinId}
          bulletin={bulletin}
          onOpen={() => onOpen(bulletin.bulletinId)}
        />
      ))}
    </ul>
  )
}

type DrawerProps = { isOpen: boolean; onClose: () => void; unread: number; hasList: boolean }
const BulletinDrawer = ({ isOpen, onClose, unread, hasList }: DrawerProps) => {
  const { t } = useTranslation('bulletins')
  const narrow = useNarrow()
  const navigate = useNavigate()
  const markRead = useMarkBulletinsRead()
  const [openId, setOpenId] = useState<string | null>(null)
  const close = (): void => {
    setOpenId(null)
    onClose()
  }
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      title={t('announcements')}
      size={narrow ? '100%' : sizes.detail}
      mask={narrow}
      classNames={{ body: style.drawer }}
      extra={
        <Button
          type="link"
          disabled={unread === 0}
          loading={markRead.isPending}
          onClick={() => markRead.mutate(null)}
        >
          {t('markAllRead')}
        </Button>
      }
      footer={
        hasList && (
          <Button
            block
            onClick={() => {
              close()
              void navigate(announcementsPath)
            }}
          >
            {t('showAll')}
          </Button>
        )
      }
    >
      {openId === null ? (
        <Newest onOpen={setOpenId} />
      ) : (
        <>
          <Button
            type="text"
            className={style.back}
            icon={<ArrowLeftOutlined aria-hidden />}
            onClick={() => setOpenId(null)}
          >
            {t('back')}
          </Button>
          <BulletinView key={openId} bulletinId={openId} onLeave={close} />
        </>
      )}
    </Drawer>
  )
}

/**
 * A button next to the alarm bell with the number of unread announcements; opens the latest ones.
 */
export const BulletinBell = ({ hasList }: { hasList: boolean }) => {
  const { t } = useTranslation('bulletins')
  const [isOpen, setOpen] = useState(false)
  const unread = useQuery({ ...buildQuery('countUnreadBulletins'), refetchInterval: 60_000 })
  useLiveEvent('bulletinsChanged', () => void askBulletinsAgain())
  const count = unread.data?.bulletinCount ?? 0
  const label = count > 0 ? t('bellUnread', { count }) : t('announcements')
  return (
    <>
      <Tooltip title={label}>
        <Badge count={count} size="small" offset={[-9, 8]}>
          <Button
            type="text"
            className={style.bell}
            icon={<NotificationOutlined aria-hidden />}
            aria-label={label}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </Badge>
      </Tooltip>
      <BulletinDrawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        unread={count}
        hasList={hasList}
      />
    </>
  )
}
