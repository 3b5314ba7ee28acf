import type { BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useAskToLeave } from '../../../ui/use-ask-to-leave.ts'
import { BulletinPreview } from './bulletin-preview.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { beginDraft, findMistakes, toDraft, type Draft, type Opr } from './draft.ts'
import { FileFields } from './file-fields.tsx'
import { Reach, TargetFields, useReach, WhenFields } from './target-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { useSaving } from './use-saving.ts'
import style from './editor.module.css'

type Props = {
  bulletin: BulletinDetail | null
  /** Called with the id after the first save of a new bulletin. */
  onBegun?: (bulletinId: string) => void
}
type Work = ReturnType<typeof useWork>

/** The draft, whether it has unsaved changes, and saving it. */
const useWork = ({ bulletin, onBegun }: Props) => {
  const [draft, setKept] = useState<Draft>(() =>
    bulletin ? toDraft(bulletin) : beginDraft(currentLanguage()),
  )
  const [isDirty, setDirty] = useState(false)
  const [opr, setOpr] = useState<Opr | null>(null)
  // Incremented when the draft is replaced from outside, to reset the editors.
  const [round, setRound] = useState(0)
  const saving = useSaving(bulletin, () => setDirty(false), onBegun)
  return {
    draft,
    isDirty,
    round,
    saving,
    mistakes: opr === null ? {} : findMistakes(draft, opr),
    setDraft: (change: (before: Draft) => Draft): void => {
      setDirty(true)
      setKept(change)
    },
    take: (theirs: BulletinDetail): void => {
      setKept(toDraft(theirs))
      setDirty(false)
      setRound(round + 1)
    },
    /** Saves if nothing is missing; otherwise marks missing fields from now on. */
    save: async (wanted: Opr): Promise<void> => {
      setOpr(wanted)
      if (Object.keys(findMistakes(draft, wanted)).length === 0) await saving.save(draft, wanted)
    },
    isWhole: (wanted: Opr): boolean => {
      setOpr(wanted)
      return Object.keys(findMistakes(draft, wanted)).length === 0
    },
  }
}

const Foot = ({ work }: { work: Work }) => {
  const { t } = useTranslation('bulletins')
  const confirm = useConfirm()
  const { draft, saving } = work
  const count = useReach(draft)?.accountNum ?? 0
  const publish = (): void => {
    if (!work.isWhole('publish')) return
    confirm({
      title: t('askPublish', { count, shown: formatCount(count) }),
      text: t('publishEffect'),
      verb: t('publish'),
      danger: false,
      run: () => work.save('publish'),
    })
  }
  return (
    <div className={style.foot}>
      <Reach draft={draft} />
      <Button loading={saving.isPending} onClick={() => void work.save('draft')}>
        {t('saveDraft')}
      </Button>
      <Button
        type="primary"
        loading={saving.isPending}
        onClick={draft.isLater ? () => void work.save('schedule') : publish}
      >
        {draft.isLater ? t('schedule') : t('publish')}
      </Button>
    </div>
  )
}

/** The form of a bulletin, without the preview. */
export const BulletinEditor = (props: Props) => {
  const { t } = useTranslation('bulletins')
  const work = useWork(props)
  const { draft, setDraft, mistakes, saving } = work
  const [language, setLanguage] = useState(draft.texts[0]!.language)
  useAskToLeave(work.isDirty)
  const text = draft.texts.find((one) => one.language === language) ?? draft.texts[0]!
  const given = { draft, setDraft, mistakes }
  return (
    <>
      <Form component="div" layout="vertical" className={style.columns} key={work.round}>
        <section className={`card ${style.card}`} aria-labelledby="bulletin-content">
          <TextFields {...given} language={text.language} setLanguage={setLanguage} />
          <FileFields {...given} />
        </section>
        <div>
          <section className={`card ${style.card}`} aria-labelledby="bulletin-delivery">
            <h2 id="bulletin-delivery">{t('delivery')}</h2>
            <TargetFields {...given} />
            <WhenFields {...given} />
          </section>
          <BulletinPreview text={text} draft={draft} />
        </div>
      </Form>
      <Foot work={work} />
      {saving.conflict && (
        <ConflictDialog
          error={saving.conflict.error}
          onKeep={() => void saving.saveOver()}
          onTake={() => void saving.readTheirs().then(work.take)}
          onClose={saving.forgetConflict}
        />
      )}
    </>
  )
}
