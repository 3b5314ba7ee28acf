import { sortieMessageList, type SortieMessage } from '@swath/contract/flights/sortie-messages'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatTime } from '../../../../lib/format.ts'
import { buildQuery } from '../../../../lib/query.ts'
import { BackLink } from '../../../../ui/back-link.tsx'
import { Empty, Failure } from '../../../../ui/empty.tsx'
import { Fact, Facts } from '../../../../ui/facts.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { Time } from '../../../../ui/time.tsx'
import { ProofPanel } from './proof-panel.tsx'
import style from './messages.module.css'

type Row = { row: SortieMessage }

/** With milliseconds, as reported by the device. */
const DeviceTime = ({ row: { recordTime } }: Row) => (
  <>
    <Time time={recordTime} seconds />
    <span className="unit">{recordTime.slice(19, 23)}</span>
  </>
)

/** All fields of one message, a line each. */
const Message = ({ row }: Row) => {
  const { t } = useTranslation('flights')
  return (
    <>
      <Facts>
        <Fact label={t('messageTime')}>
          <DeviceTime row={row} />
        </Fact>
        <Fact label={t('messageBoot')}>{row.boot}</Fact>
        <Fact label={t('messageSeq')}>{row.seq}</Fact>
      </Facts>
      <pre className={`rounded-8 bg-raised text-12 pre-wrap break-anywhere p-12 ${style.whole}`}>
        {JSON.stringify(JSON.parse(row.message), null, 2)}
      </pre>
    </>
  )
}

type Sought = { droneId: string; sortieId: string }

/** The drone's messages of one flight, below the proof that they match the flight's record. */
const Messages = ({ droneId, sortieId }: Sought) => {
  const { t } = useTranslation('flights')
  const asked = useQuery(buildQuery('getSortieProof', { query: { droneId, sortieId } }))
  const kinds = sortieMessageList.columns.kind.labels
  if (asked.isError && !asked.data)
    return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  const proof = asked.data
  return (
    <ListScreen
      list={sortieMessageList}
      title={
        proof
          ? t('messagesOf', { name: proof.droneName, time: formatTime(proof.startTime) })
          : t('terms:rawMessages')
      }
      head={
        <>
          <BackLink
            to={`/business_manage/drone-list/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`}
          >
            {t('toTrack')}
          </BackLink>
          {proof ? (
            <ProofPanel proof={proof} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          )}
          <p className="m-0 muted">{t('messagesHint')}</p>
        </>
      }
      as={{ narrowed: { droneId, sortieId }, pageSize: 50 }}
      shown={['place', 'recordTime', 'kind', 'boot', 'seq', 'message']}
      cellRenderers={{
        place: { width: 88 },
        recordTime: { width: 208, render: (row) => <DeviceTime row={row} /> },
        kind: { width: 104 },
        boot: { width: 120 },
        seq: { width: 120 },
        message: {
          render: ({ message }) => <code className="text-12 break-anywhere">{message}</code>,
        },
      }}
      filters={['kind']}
      rows={{
        detail: {
          title: (_place, row) => row && `${t(kinds[row.kind])} ${row.place}`,
          render: (_place, row) => row && <Message row={row} />,
        },
      }}
      empty={{ title: t('messagesEmpty'), reason: t('messagesEmptyReason') }}
    />
  )
}

export const MessagesScreen = () => {
  const { t } = useTranslation('flights')
  const { droneId = '' } = useParams()
  const sortieId = useSearchParams()[0].get('sortie')
  if (sortieId === null)
    return (
      <Empty
        title={t('noFlightChosen')}
        reason={t('noFlightChosenReason')}
        action={
          <Link to={`/business_manage/drone-list/${encodeURIComponent(droneId)}/history`}>
            {t('terms:flightHistory')}
          </Link>
        }
      />
    )
  return <Messages key={sortieId} droneId={droneId} sortieId={sortieId} />
}
