import { useQuery } from '@tanstack/react-query'
import { Checkbox, DatePicker, Form, Radio } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { formatCount, formatTimeZone } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { dateTimeFields, parseLocalTime } from '../../../lib/time-zone.ts'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import type { Draft, Mistakes } from './draft.ts'
import style from './editor.module.css'

type Props = {
  draft: Draft
  setDraft: (change: (draft: Draft) => Draft) => void
  mistakes: Mistakes
}

/** The number of accounts that the selection reaches. */
export const useReach = ({ targetAccountTypes, targetRegions }: Draft) =>
  useQuery({
    ...buildQuery('countBulletinRecipients', {
      body: { targetAccountTypes: [...targetAccountTypes], targetRegions: [...targetRegions] },
    }),
    enabled: targetAccountTypes.length > 0,
    staleTime: 30_000,
    ...keepShown,
  }).data

/** The recipients, next to the button that publishes. */
export const Reach = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('bulletins')
  const reach = useReach(draft)
  if (draft.targetAccountTypes.length === 0)
    return <p className={style.reach}>{t('chooseTypes')}</p>
  if (!reach) return null
  const { accountNum, manufacturerNum, ownerNum } = reach
  return (
    <p className={style.reach} role="status" data-none={accountNum === 0}>
      {accountNum === 0 ? (
        t('reachesNobody')
      ) : (
        <>
          <strong className="ink">
            {t('reaches', { count: accountNum, shown: formatCount(accountNum) })}
          </strong>{' '}
          {t('reachesParts', {
            makers: formatCount(manufacturerNum),
            owners: formatCount(ownerNum),
          })}
        </>
      )}
    </p>
  )
}

/** One select per region, and an empty one to add another. */
const Regions = ({ draft, setDraft }: Props) => {
  const { t } = useTranslation('bulletins')
  const { targetRegions } = draft
  const replace = (place: number, code: string | null): void =>
    setDraft((before) => ({
      ...before,
      targetRegions: [
        ...new Set(
          before.targetRegions.length === place
            ? [...before.targetRegions, ...(code ? [code] : [])]
            : before.targetRegions.flatMap((one, index) => (index === place ? (code ?? []) : one)),
        ),
      ],
    }))
  return (
    <div className="grid gap-8">
      {[...targetRegions, null].map((code, place) => (
        <RegionCascader
          key={code ?? `new-${targetRegions.length}`}
          label={code === null ? t('addRegion') : t('terms:region')}
          value={code}
          onChange={(chosen) => replace(place, chosen)}
        />
      ))}
    </div>
  )
}

export const TargetFields = (props: Props) => {
  const { draft, setDraft, mistakes } = props
  const { t } = useTranslation('bulletins')
  return (
    <>
      <Form.Item
        label={t('recipients')}
        required
        validateStatus={mistakes['targetAccountTypes'] ? 'error' : ''}
        help={mistakes['targetAccountTypes'] ? t('chooseTypes') : null}
      >
        <Checkbox.Group<1 | 2>
          options={[
            { value: 1, label: t('terms:manufacturers') },
            { value: 2, label: t('targetOwners') },
          ]}
          value={[...draft.targetAccountTypes]}
          onChange={(targetAccountTypes) =>
            setDraft((before) => ({ ...before, targetAccountTypes }))
          }
        />
      </Form.Item>
      <Form.Item label={t('regions')} extra={t('regionsHint')}>
        <Regions {...props} />
      </Form.Item>
    </>
  )
}

/** The calendar library does not support zones: it gets the local time of the viewer's zone. */
const toLocalTime = (time: string) => {
  const { year, month, day, hour, minute, second } = dateTimeFields(Date.parse(time))
  return dayjs(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

/** Publishes at once, or at a time in the viewer's zone. */
export const WhenFields = ({ draft, setDraft, mistakes }: Props) => {
  const { t } = useTranslation('bulletins')
  return (
    <Form.Item
      label={t('when')}
      validateStatus={mistakes['publishTime'] ? 'error' : ''}
      help={mistakes['publishTime'] ? t('isRequired') : null}
    >
      <Radio.Group
        options={[
          { value: false, label: t('whenNow') },
          { value: true, label: t('whenLater') },
        ]}
        value={draft.isLater}
        onChange={(event) =>
          setDraft((before) => ({ ...before, isLater: event.target.value as boolean }))
        }
      />
      {draft.isLater && (
        <>
          <DatePicker
            className={style.moment}
            aria-label={t('publishAt')}
            placeholder={t('publishAt')}
            format="YYYY/MM/DD HH:mm"
            showTime={{ format: 'HH:mm', minuteStep: 5 }}
            value={draft.publishTime === null ? null : toLocalTime(draft.publishTime)}
            onChange={(moment) =>
              setDraft((before) => ({
                ...before,
                publishTime: moment
                  ? new Date(parseLocalTime(moment.format('YYYY-MM-DDTHH:mm:00'))).toISOString()
                  : null,
              }))
            }
          />
          <p className={style.hint}>{t('timesIn', { zone: formatTimeZone() })}</p>
        </>
      )}
    </Form.Item>
  )
}
