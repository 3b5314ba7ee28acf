import { PlusOutlined } from '@ant-design/icons'
import type { Member } from '@swath/contract/members'
import { userTypes } from '@swath/domain/access/rights'
import { Button, Switch } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { dash, formatCount } from '../../lib/format.ts'
import { roleTitles } from '../../lib/roles.ts'
import { BulkActions } from '../../ui/bulk-actions.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useHandover } from '../../ui/handover.tsx'
import type { Column } from '../../ui/list-columns.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { EnabledTag } from '../../ui/state-tags.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { afterMemberChange, useMemberChange, useResetPassword } from './member-changes.ts'
import { MemberView, type Asks } from './member-detail.tsx'
import { CreateMember, EditMember, type FirstSignIn, type Grants } from './member-form.tsx'
import { scopeWords } from './member-words.ts'
import style from './members.module.css'

const nothing: Grants & { create: boolean } = { create: false, userTypes: [], rights: [] }

/** The people of the own account: who they are, what they may do, and whether they may come in. */
export const MemberListScreen = () => {
  const { t } = useTranslation('members')
  const confirm = useConfirm()
  const change = useMemberChange()
  const reset = useResetPassword()
  const [, setParams] = useSearchParams()
  const [can, setCan] = useState(nothing)
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<Member | null>(null)
  const handOver = useHandover()
  const tellSignIn = ({ name, login, password }: FirstSignIn): void =>
    handOver({
      title: t('handoverTitle', { name }),
      lines: [
        [t('login'), login],
        [t('terms:password'), password],
      ],
    })
  const onRows = useCallback(
    (_rows: readonly Member[], answer: { can: Grants & { create: boolean } }) => setCan(answer.can),
    [],
  )
  const closeDetail = (): void =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('open')
      return after
    })

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

  const columns: readonly Column<Member>[] = [
    {
      key: 'userName',
      title: t('terms:name'),
      sort: 'userName',
      render: (row) => (
        <>
          <span className={style.cell} title={row.userName}>
            {row.userName}
          </span>
          {row.self && <span className={style.self}>{t('you')}</span>}
        </>
      ),
    },
    {
      key: 'userType',
      title: t('role'),
      sort: 'userType',
      render: (row) => t(roleTitles[row.userType]),
    },
    {
      key: 'enabled',
      title: t('terms:state'),
      width: 96,
      render: (row) =>
        row.can.enable ? (
          <Switch
            size="small"
            checked={row.enabled}
            aria-label={t('stateOf', { name: row.userName })}
            onChange={() => (row.enabled ? asks.disable(row) : asks.enable(row))}
          />
        ) : (
          <EnabledTag isEnabled={row.enabled} />
        ),
    },
    {
      key: 'phoneNum',
      title: t('terms:phone'),
      render: (row) => <span className="figure">{row.phoneNum ?? dash}</span>,
    },
    { key: 'email', title: t('terms:eMail'), render: (row) => row.email ?? dash },
    {
      key: 'dataScope',
      title: t('terms:dataScope'),
      render: (row) => t(scopeWords[row.dataScope]),
    },
    {
      key: 'rights',
      title: t('rights'),
      number: true,
      hidden: true,
      render: (row) => formatCount(row.rights.length),
    },
    {
      key: 'lastSignInAt',
      title: t('lastSignIn'),
      sort: 'lastSignInAt',
      render: (row) =>
        row.lastSignInAt ? <TimeAgo time={row.lastSignInAt} /> : t('neverSignedIn'),
    },
    {
      key: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      hidden: true,
      render: (row) => <Time time={row.createdAt} />,
    },
  ]
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <OldListScreen
        name="members"
        title={t('terms:members')}
        operation="listMembers"
        rowKey="userId"
        sortName="order"
        defaultSort="userType"
        columns={columns}
        onRows={onRows}
        filters={[
          { kind: 'text', name: 'userName', label: t('terms:name') },
          { kind: 'text', name: 'phone', label: can.create ? t('phoneOrEmail') : t('phoneWhole') },
          {
            kind: 'choice',
            name: 'userType',
            label: t('role'),
            options: userTypes.map((type) => ({ value: String(type), label: t(roleTitles[type]) })),
          },
          {
            kind: 'choice',
            name: 'enabled',
            label: t('terms:state'),
            options: [
              { value: 'true', label: t('enabled') },
              { value: 'false', label: t('terms:disabled') },
            ],
          },
          {
            kind: 'choice',
            name: 'dataScope',
            label: t('terms:dataScope'),
            options: ([1, 2] as const).map((scope) => ({
              value: String(scope),
              label: t(scopeWords[scope]),
            })),
          },
        ]}
        stats={({ stats }) => [
          { label: t('all'), value: formatCount(stats.total) },
          { label: t('enabled'), value: formatCount(stats.enabledNum) },
          { label: t('pilots'), value: formatCount(stats.pilotNum) },
        ]}
        exports={tableExports('exportMembers', 'members')}
        {...(can.create
          ? {
              actions: create,
              bulk: (rows: readonly Member[], clear: () => void) => (
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
              ),
            }
          : {})}
        detail={{
          title: (_id, row) => row?.userName ?? t('member'),
          render: (userId, row) => (
            <MemberView key={userId} userId={userId} row={row} asks={asks} />
          ),
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
