import type { Member, memberList } from '@swath/contract/people/members'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatCount } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { EnabledTag } from '../../../ui/state-tags.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import type { MemberQuestions } from './use-member-questions.ts'
import style from './members.module.css'

const MemberName = ({ member }: { member: Member }) => {
  const { t } = useTranslation('members')
  return (
    <>
      <Clipped text={member.userName} />
      {member.self && <span className={style.self}>{t('you')}</span>}
    </>
  )
}

type SwitchProps = { member: Member; questions: MemberQuestions }
/** On a phone a tag: a thumb that scrolls would press a switch. */
const MemberSwitch = ({ member, questions }: SwitchProps) => {
  const { t } = useTranslation('members')
  const narrow = useNarrow()
  return member.can.enable && !narrow ? (
    <Switch
      size="small"
      checked={member.enabled}
      aria-label={t('stateOf', { name: member.userName })}
      onChange={() => (member.enabled ? questions.disable(member) : questions.enable(member))}
    />
  ) : (
    <EnabledTag isEnabled={member.enabled} />
  )
}

/** Cell renderers for members. */
export const useMemberCells = (questions: MemberQuestions): CellRenderers<typeof memberList> => {
  const { t } = useTranslation('members')
  return {
    userName: { render: (row) => <MemberName member={row} /> },
    enabled: {
      width: 96,
      render: (row) => <MemberSwitch member={row} questions={questions} />,
      isUsual: ({ enabled }) => enabled,
    },
    phoneNum: { render: ({ phoneNum }) => <span className="figure">{phoneNum ?? dash}</span> },
    rights: { number: true, render: ({ rights }) => formatCount(rights.length) },
    lastSignInAt: {
      render: ({ lastSignInAt }) =>
        lastSignInAt ? <TimeAgo time={lastSignInAt} /> : t('neverSignedIn'),
    },
  }
}
