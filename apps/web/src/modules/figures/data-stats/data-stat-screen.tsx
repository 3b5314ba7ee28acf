import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MailOutlined,
  MoreOutlined,
} from '@ant-design/icons'
import type { DataStat } from '@swath/contract/figures/data-stats'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Skeleton } from 'antd'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { ChartDrawing } from '../../../charts/stat-chart.tsx'
import { formatMinute } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { useDeleteDataStat } from './data-stats.mutations.ts'
import { StatExportMenu } from './stat-export-menu.tsx'
import { StatFiguresView } from './stat-figures-view.tsx'
import { StatMailForm } from './stat-mail-form.tsx'
import { describeQuestion } from './stat.labels.ts'
import { statsPath } from './stat-tabs.tsx'
import { useFullScreen } from './use-full-screen.ts'
import style from './data-stats.module.css'

type Act = 'full' | 'mail' | 'copy' | 'delete'

type ToolsProps = {
  stat: DataStat
  drawing: RefObject<ChartDrawing | null>
  full: ReturnType<typeof useFullScreen>
}

/** Rarely used actions. */
const More = ({
  stat,
  full,
  onMail,
}: Pick<ToolsProps, 'stat' | 'full'> & { onMail: () => void }) => {
  const { t } = useTranslation('data-stats')
  const navigate = useNavigate()
  const narrow = useNarrow()
  const askDelete = useDeletion()
  const { mutateAsync } = useDeleteDataStat()
  const acts: Readonly<Record<Act, () => void>> = {
    full: full.toggle,
    mail: onMail,
    copy: () => {
      const { settings } = stat
      const copied = {
        name: t('copyOf', { name: stat.name }).slice(0, 80),
        shared: false,
        settings,
      }
      void navigate(`${statsPath}/new`, { state: { copied } })
    },
    delete: () =>
      askDelete({
        title: t('askDelete', { name: stat.name }),
        text: stat.mail ? t('deleteMailed') : t('deleteEffect'),
        verb: t('terms:delete'),
        run: () => mutateAsync(stat),
        close: () => void navigate(statsPath),
        done: t('deleted', { name: stat.name }),
      }),
  }
  const items = [
    ...(narrow && full.isOffered
      ? [{ key: 'full', label: t('fullScreen'), icon: <FullscreenOutlined /> }]
      : []),
    ...(stat.can.update ? [{ key: 'mail', label: t('mail'), icon: <MailOutlined /> }] : []),
    { key: 'copy', label: t('terms:copy'), icon: <CopyOutlined /> },
    ...(stat.can.delete
      ? [{ key: 'delete', label: t('terms:delete'), icon: <DeleteOutlined />, danger: true }]
      : []),
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => acts[key as Act]() }}>
      <Button icon={<MoreOutlined aria-hidden />} aria-label={t('more')} />
    </Dropdown>
  )
}

const Tools = ({ stat, drawing, full }: ToolsProps) => {
  const { t } = useTranslation('data-stats')
  const navigate = useNavigate()
  const [isMailing, setMailing] = useState(false)
  const narrow = useNarrow()
  return (
    <div className="flex wrap gap-8">
      {full.isOffered && (!narrow || full.isFull) && (
        <Button
          icon={
            full.isFull ? (
              <FullscreenExitOutlined aria-hidden />
            ) : (
              <FullscreenOutlined aria-hidden />
            )
          }
          onClick={full.toggle}
        >
          {t(full.isFull ? 'fullScreenLeave' : 'fullScreen')}
        </Button>
      )}
      {!full.isFull && (
        <>
          <StatExportMenu stat={stat} drawing={drawing} />
          {stat.can.update && (
            <Button
              icon={<EditOutlined aria-hidden />}
              onClick={() => void navigate(`${statsPath}/${stat.statId}/edit`)}
            >
              {t('terms:edit')}
            </Button>
          )}
          <More stat={stat} full={full} onMail={() => setMailing(true)} />
          <StatMailForm
            key={stat.version}
            stat={stat}
            open={isMailing}
            onClose={() => setMailing(false)}
          />
        </>
      )}
    </div>
  )
}

/** Height of the header and footer in full-screen mode, px. */
const headPx = 210

const Shown = ({ stat }: { stat: DataStat }) => {
  const { t } = useTranslation('data-stats')
  const screen = useRef<HTMLElement>(null)
  const drawing = useRef<ChartDrawing>(null)
  const full = useFullScreen(screen)
  const { refreshFre } = stat.settings
  const asked = useQuery({
    ...buildQuery('getDataStatOverview', { params: { statId: stat.statId } }),
    ...keepShown,
    refetchInterval: refreshFre > 0 && refreshFre * 1000,
  })
  return (
    <section
      ref={screen}
      className={`flex column gap-16 min-w-0 ${style.screen}`}
      aria-label={stat.name}
    >
      {!full.isFull && <BackLink to={statsPath}>{t('terms:dataStats')}</BackLink>}
      <div className={`flex wrap gap-8-16 items-center ${style.head}`}>
        <h1 className={`page-title break-anywhere ${style.title}`}>{stat.name}</h1>
        <Tools stat={stat} drawing={drawing} full={full} />
      </div>
      <p className="m-0 muted">
        {describeQuestion(stat.settings, t)}
        {' · '}
        {stat.shared ? t('sharedBy', { name: stat.createdByName }) : t('sharedNo')}
        {stat.mailDueAt && ` · ${t('mailNext', { time: formatMinute(stat.mailDueAt) })}`}
      </p>
      <div className={`relative flex column gap-16 min-w-0 card p-16 ${style.card}`}>
        <ThinBar active={asked.isFetching && !asked.isPending} />
        {asked.data ? (
          <StatFiguresView
            name={stat.name}
            settings={stat.settings}
            figures={asked.data}
            drawing={drawing}
            leastPx={full.isFull ? window.innerHeight - headPx : 0}
          />
        ) : asked.isError ? (
          <Failure error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </div>
    </section>
  )
}

export const DataStatScreen = () => {
  const { statId = '' } = useParams()
  const asked = useQuery(buildQuery('getDataStat', { params: { statId } }))
  if (asked.isError) return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  return asked.data ? <Shown stat={asked.data} /> : <Skeleton active paragraph={{ rows: 12 }} />
}
