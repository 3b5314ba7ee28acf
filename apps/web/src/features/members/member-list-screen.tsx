import { PlusOutlined } from '@ant-design/icons'
import { memberList, type Member } from '@swath/contract/members'
import { Button, Switch } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { dash, formatCount } from '../../lib/format.ts'
import { useCloseDetail } from '../../ui/close-detail.ts'
import { BulkActions } from '../../ui/bulk-actions.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useCredentialReveal } from '../../ui/credential-reveal.tsx'
import { EnabledTag } from '../../ui/state-tags.tsx'
import { ListScreen } from '../../ui/list-screen.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { afterMemberChange, useMemberChange, useResetPassword } from './members.mutations.ts'
import { MemberView, type Asks } from './member-detail.tsx'
import { CreateMember, EditMember, type FirstSignIn, type Grants } from './member-form.tsx'
import style from './members.module.css'

const nothing: Grants & { create: boolean } = { create: false, userTypes: [], rights: [] }

const MemberName = ({ member }: { member: Member }) => {
  const { t } = useTranslation('members')
  return (
    <>
      <span className={style.cell} title={member.userName}>
        {member.userName}
      </span>
      {member.self && <span className={style.self}>{t('you')}</span>}
    </>
  )
}

type SwitchProps = { member: Member; asks: Pick<Asks, 'enable' | 'disable'> }
const MemberSwitch = ({ member, asks }: SwitchProps) => {
  const { t } = useTranslation('members')
  return member.can.enable ? (
    <Switch
      size="small"
      checked={member.enabled}
      aria-label={t('stateOf', { name: member.userName })}
      onChange={() => (member.enabled ? asks.disable(member) : asks.enable(member))}
    />
  ) : (
    <EnabledTag isEnabled={member.enabled} />
  )
}

/** The people of the own account: who they are, what they may do, and whether they may come in. */
export const MemberListScreen = () => {
  const { t } = useTranslation('members')
  const confirm = useConfirm()
  const change = useMemberChange()
  const reset = useResetPassword()
  const [can, setCan] = useState(nothing)
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
  const reveal = useCredentialReveal()
  const tellSignIn = ({ name, login, password }: FirstSignIn): void =>
    reveal({
      title: t('revealTitle', { name }),
      lines: [
        [t('login'), login],
        [t('terms:password'), password],
      ],
    })
  const onRows = useCallback(
    (_rows: readonly Member[], answer: { can: Grants & { create: boolean } }) => setCan(answer.can),
    [],
  )
  const closeDetail = useCloseDetail()

  const asks: Asks = {
    edit: setEdited,
    enable: (member) => change.mutate({ member, opr: 'enable' }),
    disable: (member) =>
      confirm({
        title: t('askDisable', { name: member.userName }),
        text: t('disableEffect'),
        verb: t('disable'),
        run: () => change.mutateAsync({ member, opr: 'disable' }),
      }),
    reset: (member) =>
      confirm({
        title: t('askReset', { name: member.userName }),
        text: t('resetEffect'),
        verb: t('resetPassword'),
        danger: false,
        run: async () => {
          const { password } = await reset.mutateAsync(member.userId)
          tellSignIn({
            name: member.userName,
            login: member.phoneNum ?? member.email ?? '',
            password,
          })
        },
      }),
    remove: (member) =>
      confirm({
        title: t('askDelete', { name: member.userName }),
        text: t('deleteEffect'),
        verb: t('terms:delete'),
        run: async () => {
          // The details are left before they are gone.
          closeDetail()
          await change.mutateAsync({ member, opr: 'delete' })
          showSuccess(t('deleted', { name: member.userName }))
        },
      }),
  }

  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={memberList}
        title={t('terms:members')}
        shown={[
          'userName',
          'userType',
          'enabled',
          'phoneNum',
          'email',
          'dataScope',
          'lastSignInAt',
        ]}
        looks={{
          userName: { render: (row) => <MemberName member={row} /> },
          enabled: { width: 96, render: (row) => <MemberSwitch member={row} asks={asks} /> },
          phoneNum: {
            render: ({ phoneNum }) => <span className="figure">{phoneNum ?? dash}</span>,
          },
          rights: { number: true, render: ({ rights }) => formatCount(rights.length) },
          lastSignInAt: {
            render: ({ lastSignInAt }) =>
              lastSignInAt ? <TimeAgo time={lastSignInAt} /> : t('neverSignedIn'),
          },
        }}
        filters={[
          'userName',
          { name: 'phone', label: can.create ? t('phoneOrEmail') : t('phoneWhole') },
          'userType',
          'enabled',
          'dataScope',
        ]}
        stats={({ stats }) => [
          { label: t('all'), value: formatCount(stats.total) },
          { label: t('enabled'), value: formatCount(stats.enabledNum) },
          { label: t('pilots'), value: formatCount(stats.pilotNum) },
        ]}
        actions={can.create && create}
        rows={{
          onCame: onRows,
          bulk: can.create
            ? (rows: readonly Member[], clear: () => void) => (
                <BulkActions
                  rows={rows}
                  clear={clear}
                  keyOf={({ userId }) => userId}
                  nameOf={({ userName }) => userName}
                  after={afterMemberChange}
                  actions={[
                    {
                      verb: t('enable'),
                      ask: (count) => t('askEnableMany', { count }),
                      effect: () => <p className={style.effect}>{t('enableEffect')}</p>,
                      applies: (row) => row.can.enable && !row.enabled,
                      run: ({ userId }) =>
                        call('enableMember', { body: { userId, opr: 'enable' } }),
                    },
                    {
                      verb: t('disable'),
                      danger: true,
                      ask: (count) => t('askDisableMany', { count }),
                      effect: () => <p className={style.effect}>{t('disableEffect')}</p>,
                      applies: (row) => row.can.enable && row.enabled,
                      run: ({ userId }) =>
                        call('enableMember', { body: { userId, opr: 'disable' } }),
                    },
                  ]}
                />
              )
            : undefined,
          detail: {
            title: (_id, row) => row?.userName ?? t('member'),
            render: (userId, row) => (
              <MemberView key={userId} userId={userId} row={row} asks={asks} />
            ),
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason') }}
      />
      <CreateMember
        open={isCreating}
        onClose={() => setCreating(false)}
        grants={can}
        onMade={tellSignIn}
      />
      {edited && (
        <EditMember
          key={edited.userId}
          member={edited}
          grants={can}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
