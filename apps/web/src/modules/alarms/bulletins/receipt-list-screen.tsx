import { bulletinReceiptList, type BulletinReceipt } from '@swath/contract/alarms/bulletin-rows'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatCount, formatMinute } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { CellTime } from '../../../ui/time.tsx'
import { announcementsPath } from '../anomalies/alarm-paths.ts'
import style from './bulletins.module.css'

const People = ({ receipt: { people } }: { receipt: BulletinReceipt }) => {
  const { t } = useTranslation('bulletins')
  return (
    <ul className={`list-plain ${style.people}`}>
      {people.map(({ userName, readAt }, index) => (
        // Names are not unique.
        <li key={index} data-unread={readAt === null}>
          {userName} <span className="unit">{readAt ? formatMinute(readAt) : t('unread')}</span>
        </li>
      ))}
    </ul>
  )
}

/** The recipients of a bulletin by account, and who has read it. */
export const ReceiptListScreen = () => {
  const { t } = useTranslation('bulletins')
  const { bulletinId = '' } = useParams()
  const bulletin = useQuery(buildQuery('getBulletin', { params: { bulletinId } }))
  return (
    <ListScreen
      list={bulletinReceiptList}
      title={t('receiptsOf', { title: bulletin.data?.title ?? '' })}
      head={<BackLink to={announcementsPath}>{t('back')}</BackLink>}
      as={{ narrowed: { bulletinId } }}
      shown={['accountName', 'accountType', 'region', 'readAt', 'people']}
      cellRenderers={{
        readAt: {
          render: ({ readAt }) =>
            readAt === null ? (
              <span className="unit">{t('unread')}</span>
            ) : (
              <CellTime time={readAt} />
            ),
        },
        people: { render: (receipt) => <People receipt={receipt} /> },
      }}
      rows={{
        detail: {
          title: (_id, receipt) => receipt?.accountName ?? t('terms:account'),
          render: (_id, receipt) => receipt && <People receipt={receipt} />,
        },
      }}
      filters={[
        'accountName',
        {
          name: 'hasRead',
          label: t('readState'),
          options: [
            { value: 'false', label: t('unread') },
            { value: 'true', label: t('isRead') },
          ],
        },
      ]}
      stats={({ stats }) => [
        { label: t('accountsSent'), value: formatCount(stats.accountNum) },
        { label: t('accountsRead'), value: formatCount(stats.readNum) },
        { label: t('personsRead'), value: formatCount(stats.personNum) },
      ]}
      empty={{ title: t('receiptsNone') }}
    />
  )
}
