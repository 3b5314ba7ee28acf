import type { ApiKey } from '@swath/contract/people/api-keys'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { rightTitle } from '../../../lib/rights.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { Time } from '../../../ui/time.tsx'
import { rights, type Right } from '@swath/domain/access/rights'
import { useRevokeApiKey } from './api-keys.mutations.ts'
import { KeyState, LastUsed } from './key-cells.tsx'

const isRight = (name: string): name is Right => (rights as readonly string[]).includes(name)

const RevokeButton = ({ row: { keyId, keyName } }: { row: ApiKey }) => {
  const { t } = useTranslation('api-keys')
  const confirm = useConfirm()
  const revoke = useRevokeApiKey()
  const ask = (): void =>
    confirm({
      title: t('revokeTitle', { name: keyName }),
      text: t('revokeEffect'),
      verb: t('revoke'),
      run: async () => {
        await revoke.mutateAsync({ keyId })
        showSuccess(t('revokedDone'))
      },
    })
  return (
    <div>
      <Button danger onClick={ask}>
        {t('revoke')}
      </Button>
    </div>
  )
}

/** Everything about a key but the key. */
export const ApiKeyDetail = ({ row }: { row: ApiKey }) => {
  const { t } = useTranslation('api-keys')
  const { groups } = useOwnScreens()
  const titles = new Map(
    groups.flatMap(({ screens }) => screens.map(({ screen, title }) => [screen as string, title])),
  )
  return (
    <div className="grid gap-16">
      {row.can.revoke && <RevokeButton row={row} />}
      <Facts>
        <Fact label={t('terms:state')}>
          <KeyState state={row.state} />
        </Fact>
        <Fact label={t('start')}>
          <code>{row.start}…</code>
        </Fact>
        <Fact label={t('access')}>{t(row.access)}</Fact>
        <Fact label={t('screens')}>
          {row.screens.map((screen) => titles.get(screen) ?? screen).join(', ')}
        </Fact>
        <Fact label={t('rights')}>
          {row.rights.filter(isRight).map(rightTitle).join(', ') || t('noRights')}
        </Fact>
        <Fact label={t('terms:drones')}>{row.droneIds.join(', ') || t('terms:all')}</Fact>
        <Fact label={t('addresses')}>{row.addresses.join(', ') || t('anyAddress')}</Fact>
        <Fact label={t('perMinute')}>{formatCount(row.perMinute)}</Fact>
        <Fact label={t('lastUsed')}>
          <LastUsed row={row} /> {row.lastUsedIp && <span className="muted">{row.lastUsedIp}</span>}
        </Fact>
        <Fact label={t('expires')}>
          <Time time={row.expiresAt} />
        </Fact>
        <Fact label={t('created')}>
          <Time time={row.createdAt} /> · {row.createdBy}
        </Fact>
      </Facts>
    </div>
  )
}
