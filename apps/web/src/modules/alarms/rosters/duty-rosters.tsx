import { EditOutlined } from '@ant-design/icons'
import type { DutyPerson, Roster } from '@swath/contract/alarms/rosters'
import { listWeek } from '@swath/domain/duty-roster'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeZone } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { CreateButton } from '../../../ui/create-button.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { RosterForm } from './roster-form.tsx'
import { RosterWeek } from './roster-week.tsx'
import { useDeleteRoster } from './rosters.mutations.ts'
import style from './rosters.module.css'

type ItemProps = { roster: Roster; people: readonly DutyPerson[]; onEdit: () => void }

const RosterItem = ({ roster, people, onEdit }: ItemProps) => {
  const { t } = useTranslation('rosters')
  const destroy = useDeleteRoster()
  const askDelete = useDeletion()
  const { rosterId, rosterName: name, regionPath, minutes, shifts, can } = roster
  const hasGaps = listWeek(shifts).some(({ shift }) => shift === null)
  const onDelete = (): void =>
    askDelete({
      title: t('ui:rowAskDelete', { name }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: () => destroy.mutateAsync({ rosterId }),
      done: t('ui:rowDeleted', { name }),
    })
  return (
    <article className={style.roster} aria-label={name}>
      <div className="flex wrap gap-8-16 items-start justify-between">
        <div className="min-w-0">
          <h3 className="m-0 text-14 semibold break-anywhere">{name}</h3>
          <p className="muted m-0">
            {regionPath.join(' / ') || t('everywhere')} · {t('minutesShort', { count: minutes })}
          </p>
        </div>
        <div className="flex gap-8">
          {can.update && (
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              {t('terms:edit')}
            </Button>
          )}
          {can.delete && <DeleteButton onClick={onDelete} />}
        </div>
      </div>
      <RosterWeek roster={roster} people={people} />
      <p className="muted m-0 text-12">{hasGaps ? t('gapHint') : t('noGaps')}</p>
    </article>
  )
}

/** The account’s rosters: who is on duty for level-1 alarms of a region. */
export const DutyRosters = () => {
  const { t } = useTranslation('rosters')
  const asked = useQuery(buildQuery('listRosters'))
  const [edited, setEdited] = useState<Roster | 'new' | null>(null)
  const known = asked.data
  return (
    <section className="min-w-0 card" aria-labelledby="duty-rosters">
      <header className="flex wrap gap-8-16 items-start justify-between border-b p-16-20">
        <div className="flex-1 min-w-0">
          <h2 id="duty-rosters" className="m-0 text-16 semibold">
            {t('title')}
          </h2>
          <p className="muted mt-4">{t('hint')}</p>
          {known && known.items.length > 0 && (
            <p className="muted mt-4">{t('zone', { zone: formatTimeZone(known.timeZone) })}</p>
          )}
        </div>
        {known?.can.create && <CreateButton label={t('add')} onClick={() => setEdited('new')} />}
      </header>
      {known ? (
        <>
          {known.items.length === 0 && <p className="muted m-0 p-16-20">{t('none')}</p>}
          {known.items.map((roster) => (
            <RosterItem
              key={roster.rosterId}
              roster={roster}
              people={known.people}
              onEdit={() => setEdited(roster)}
            />
          ))}
          {edited !== null && (
            <RosterForm
              roster={edited === 'new' ? null : edited}
              people={known.people}
              timeZone={known.timeZone}
              onClose={() => setEdited(null)}
            />
          )}
        </>
      ) : (
        <div className="p-16-20">
          {asked.isError ? (
            <Failure error={asked.error} onRetry={() => void asked.refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 6 }} />
          )}
        </div>
      )}
    </section>
  )
}
