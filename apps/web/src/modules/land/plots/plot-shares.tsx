import { formatPlace } from '../../../lib/format.ts'
import { ShareRights, type Plot, type PlotDetail, type PlotShare } from '@swath/contract/land/plots'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Radio } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { parseLocalTime } from '../../../lib/time-zone.ts'
import { Area } from '../../../ui/area.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PhoneInput } from '../../../ui/phone-input.tsx'
import { Time } from '../../../ui/time.tsx'
import { rightsLabels, stateLabels } from './plot.labels.ts'
import { useAnswerShare, useRecallShare, useSharePlots } from './plots.mutations.ts'
import style from './plots.module.css'

const ShareForm = z.object({
  targetUserPhone: z.string().regex(/^\+\d{1,4}-\d{6,14}$/, 'phoneRule'),
  rights: ShareRights,
  until: z.string().nullable(),
})

type UntilProps = { id?: string; value?: string | null; onChange?: (until: string | null) => void }
/** Selects the last day of a share; its value is the end of that day in the viewer's zone. */
const UntilDay = ({ id, value, onChange }: UntilProps) => {
  const { t } = useTranslation('plots')
  return (
    <DatePicker
      id={id}
      aria-label={t('shareUntil')}
      placeholder={t('shareNoEnd')}
      format="YYYY/MM/DD"
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      minDate={dayjs()}
      onChange={(day) =>
        onChange?.(
          day ? new Date(parseLocalTime(day.format('YYYY-MM-DDT23:59:59'))).toISOString() : null,
        )
      }
    />
  )
}

/** Shares plots: the recipients, their rights, and the end date. */
export const SharePlots = ({ plots, onClose }: { plots: readonly Plot[]; onClose: () => void }) => {
  const { t } = useTranslation('plots')
  const share = useSharePlots()
  return (
    <FormDrawer
      dialog={480}
      title={t('shareTitle', { count: plots.length, name: plots[0]?.blockName ?? '' })}
      submitLabel={t('share')}
      schema={ShareForm}
      initial={{ rights: 'view', until: null }}
      messages={{ phoneRule: t('sharePhoneRule') }}
      onClose={onClose}
      onSubmit={async (value) => {
        await share.mutateAsync({ ...value, blockIds: plots.map(({ blockId }) => blockId) })
        showSuccess(t('shared', { phone: value.targetUserPhone }))
      }}
    >
      <p className={`m-0 muted text-13 leading-20 ${style.above}`}>{t('shareHint')}</p>
      <FormField name="targetUserPhone" label={t('terms:phone')}>
        <PhoneInput label={t('terms:phone')} />
      </FormField>
      <FormField name="rights" label={t('shareRights')}>
        <Radio.Group
          options={ShareRights.options.map((rights) => ({
            value: rights,
            label: t(rightsLabels[rights]),
          }))}
        />
      </FormField>
      <FormField name="until" label={t('shareUntil')}>
        <UntilDay />
      </FormField>
    </FormDrawer>
  )
}

const GivenShare = ({ share }: { share: PlotShare }) => {
  const { t } = useTranslation('plots')
  const confirm = useConfirm()
  const recall = useRecallShare()
  const phone = share.targetUserPhone
  const ask = (): void =>
    confirm({
      title: t('askRecall', { phone }),
      text: t('recallEffect'),
      verb: t('recall'),
      run: () => recall.mutateAsync({ shareId: share.shareId }),
    })
  return (
    <li className={`flex gap-12 items-center justify-between border-t ${style.share}`}>
      <div>
        <strong>{share.receiverName ?? phone}</strong> · {t(stateLabels[share.state])}
        <div className="m-0 muted text-13 leading-20">
          {share.receiverName !== null && `${phone} · `}
          {t(rightsLabels[share.rights])}
          {share.until !== null && (
            <>
              {' '}
              · {t('shareUntil')} <Time time={share.until} />
            </>
          )}
        </div>
      </div>
      <Button type="text" danger onClick={ask}>
        {t('recall')}
      </Button>
    </li>
  )
}

/** The accounts that a plot is shared with. */
export const GivenShares = ({ plot }: { plot: PlotDetail }) => {
  const { t } = useTranslation('plots')
  if (plot.shares.length === 0) return null
  return (
    <FactSection title={t('shares')}>
      <ul className="list-plain">
        {plot.shares.map((share) => (
          <GivenShare key={share.shareId} share={share} />
        ))}
      </ul>
    </FactSection>
  )
}

/** Plots that others have offered to this person, to be accepted or declined. */
export const OfferedPlots = () => {
  const { t } = useTranslation('plots')
  const offered = useQuery(buildQuery('listOfferedPlots'))
  const answer = useAnswerShare()
  return (offered.data?.items ?? []).map((offer) => (
    <section key={offer.shareId} className={style.offer}>
      <div>
        <strong>{t('offered', { account: offer.accountName, name: offer.blockName })}</strong>
        <div className="m-0 muted text-13 leading-20">
          <Area mu={offer.area} /> · {formatPlace(offer.region)} · {t(rightsLabels[offer.rights])}
          {offer.until !== null && (
            <>
              {' '}
              · {t('shareUntil')} <Time time={offer.until} />
            </>
          )}
        </div>
      </div>
      <div className="flex wrap gap-8">
        <Button
          type="primary"
          loading={answer.isPending}
          onClick={() => answer.mutate({ shareId: offer.shareId, opr: 'accept' })}
        >
          {t('accept')}
        </Button>
        <Button onClick={() => answer.mutate({ shareId: offer.shareId, opr: 'decline' })}>
          {t('decline')}
        </Button>
      </div>
    </section>
  ))
}
