import type { DroneDetail } from '@swath/contract/fleet/drones'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { Pages } from '../../../ui/pages.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { reasonWord } from './drone.labels.ts'
import style from './drones.module.css'

const perPage = 5
/** Separates the bytes, as hex editors do. */
const spacedHex = (hex: string): string => hex.replaceAll(/../g, '$& ').trim()

type Props = { droneId: string; reason: string; onClose: () => void }

/** Messages that could not be processed, verbatim, to help firmware developers. */
const Messages = ({ droneId, reason, onClose }: Props) => {
  const { t } = useTranslation('drones')
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...buildQuery('getQuarantine', {
      params: { droneId },
      query: { reason, pageIndex: String(page), size: String(perPage) },
    }),
    ...keepShown,
  })
  return (
    <Modal open footer={null} width={720} title={t(reasonWord(reason))} onCancel={onClose}>
      <p className="m-0 muted text-12 leading-18">{t('keptAsideFirst')}</p>
      {found.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {found.data?.items.map(({ topic, count, receiveTime, text, hex }) => (
        <figure key={`${receiveTime} ${topic}`} className={style.kept}>
          <figcaption>
            <Time time={receiveTime} seconds /> · {topic} · {formatCount(count)}
          </figcaption>
          <pre>{text ?? spacedHex(hex)}</pre>
        </figure>
      ))}
      {(found.data?.total ?? 0) > perPage && (
        <Pages
          simple
          size="small"
          current={page}
          pageSize={perPage}
          total={found.data?.total ?? 0}
          onChange={setPage}
        />
      )}
    </Modal>
  )
}

export const KeptAside = ({ drone }: { drone: DroneDetail }) => {
  const { t } = useTranslation('drones')
  const [shown, setShown] = useState<string | null>(null)
  if (drone.quarantine.length === 0)
    return <p className="m-0 muted text-12 leading-18">{t('keptAsideNone')}</p>
  return (
    <>
      <p className="m-0 muted text-12 leading-18">{t('keptAsideHint')}</p>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('terms:reason')}</th>
            <th scope="col" className={style.number}>
              {t('count')}
            </th>
            <th scope="col" className={style.number}>
              {t('last')}
            </th>
          </tr>
        </thead>
        <tbody>
          {drone.quarantine.map(({ reason, count, lastAt }) => (
            <tr key={reason}>
              <td>
                {drone.can.update ? (
                  <Button type="link" size="small" onClick={() => setShown(reason)}>
                    {t(reasonWord(reason))}
                  </Button>
                ) : (
                  t(reasonWord(reason))
                )}
              </td>
              <td className={style.number}>{formatCount(count)}</td>
              <td className={style.number}>
                <TimeAgo time={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown !== null && (
        <Messages droneId={drone.droneId} reason={shown} onClose={() => setShown(null)} />
      )}
    </>
  )
}
