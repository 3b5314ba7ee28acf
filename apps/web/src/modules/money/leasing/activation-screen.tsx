import { RentalActivation } from '@swath/contract/money/rental-clients'
import type { Answer } from '@swath/contract/kit'
import type { Api } from '@swath/contract/api'
import { Button, Input, Result } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { keepUser } from '../../../lib/session.ts'
import { settle } from '../../../lib/use-change.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useActivate, useLookAtActivation } from './leasing.mutations.ts'
import { HourPrice, MuPrice } from './price-fields.tsx'
import style from './leasing.module.css'

type Offer = Answer<Api['lookAtActivation']>

const Agreed = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation('leasing')
  return (
    <Result
      status="success"
      title={t('activatedTitle', { name: offer.lessorAccountName })}
      subTitle={t('activatedReason')}
      extra={
        <Link to="/leasing_business/operator-data-stat">
          <Button type="primary">{t('toMyRentals')}</Button>
        </Link>
      }
    />
  )
}

/** Activates the account as a client by a code, after showing the offer. */
export const ActivationScreen = () => {
  const { t } = useTranslation('leasing')
  const [params] = useSearchParams()
  const [code, setCode] = useState(params.get('code') ?? '')
  const [offer, setOffer] = useState<Offer | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isDone, setDone] = useState(false)
  const look = useLookAtActivation()
  const activate = useActivate()
  const showOffer = (): void => {
    const isWritten = RentalActivation.safeParse({ code }).success
    setRefused(!isWritten)
    if (isWritten) void settle(look.mutateAsync({ code }).then(setOffer))
  }
  const agree = async (): Promise<void> => {
    await activate.mutateAsync({ code })
    // Refetches the person's abilities, because the leasing screens are now available.
    keepUser(await call('getOwnInfo'))
    setDone(true)
  }
  if (isDone && offer) return <Agreed offer={offer} />
  return (
    <section className={`card grid cols-1 gap-16 ${style.narrow}`}>
      <h1 className="page-title">{t('activationTitle')}</h1>
      <p className="muted mb-8">{t('activationHint')}</p>
      <label className="grid gap-8">
        {t('activationCode')}
        <Input
          size="large"
          value={code}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABCD-EFGH-JKMN"
          status={isRefused ? 'error' : ''}
          aria-invalid={isRefused}
          onPressEnter={showOffer}
          onChange={(event) => {
            setCode(event.target.value)
            setOffer(null)
            setRefused(false)
          }}
        />
        {isRefused && (
          <span className="danger" role="alert">
            {t('activationCodeWrong')}
          </span>
        )}
      </label>
      {offer === null ? (
        <Button type="primary" size="large" loading={look.isPending} onClick={showOffer}>
          {t('activationLook')}
        </Button>
      ) : (
        <>
          <Facts>
            <Fact label={t('lessor')}>{offer.lessorAccountName}</Fact>
            <Fact label={t('client')}>{offer.clientName}</Fact>
            <Fact label={t('muUnitPrice')}>
              <MuPrice priced={offer} />
            </Fact>
            <Fact label={t('durationPrice')}>
              <HourPrice priced={offer} />
            </Fact>
          </Facts>
          <Button
            type="primary"
            size="large"
            loading={activate.isPending}
            onClick={() => void settle(agree())}
          >
            {t('activationAgree')}
          </Button>
        </>
      )}
    </section>
  )
}
