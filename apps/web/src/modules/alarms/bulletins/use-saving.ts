import type { BulletinDetail } from '@swath/contract/alarms/bulletin-rows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CallError, call } from '../../../lib/api.ts'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { formatMinute } from '../../../lib/format.ts'
import { announcementsPath } from '../anomalies/alarm-paths.ts'
import { editPath } from './bulletin.labels.ts'
import { useSaveBulletin } from './bulletins.mutations.ts'
import { toInput, type Draft, type Opr } from './draft.ts'

type Conflict = { error: CallError; draft: Draft; opr: Opr }

/**
 * Saves the bulletin. A draft stays open in the editor; after publishing or scheduling, the list
 * opens. If someone else saved in between, that is a conflict in which nothing is lost.
 */
export const useSaving = (
  bulletin: BulletinDetail | null,
  onSaved: () => void,
  onBegun: ((bulletinId: string) => void) | undefined,
) => {
  const { t } = useTranslation('bulletins')
  const navigate = useNavigate()
  const keep = useSaveBulletin()
  const [version, setVersion] = useState(bulletin?.version)
  const [id, setId] = useState(bulletin?.bulletinId)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const finish = (saved: BulletinDetail, opr: Opr): void => {
    setVersion(saved.version)
    onSaved()
    const name = saved.title || t('untitled')
    if (opr === 'publish') showSuccess(t('publishedDone', { name }))
    else if (opr === 'schedule')
      showSuccess(t('scheduledDone', { name, time: formatMinute(saved.publishTime) }))
    else showSuccess(t('draftSaved'))
    // Deferred until the screen has cleared its unsaved state.
    if (opr !== 'draft') setTimeout(() => void navigate(announcementsPath))
    else if (id === undefined) {
      setId(saved.bulletinId)
      onBegun?.(saved.bulletinId)
      setTimeout(() => void navigate(editPath(saved.bulletinId), { replace: true }))
    }
  }
  const save = async (draft: Draft, opr: Opr, over = version): Promise<void> => {
    try {
      const stood = id === undefined ? {} : { bulletinId: id }
      const seen = over === undefined ? {} : { version: over }
      const saved = await keep.mutateAsync({ ...toInput(draft, opr), ...stood, ...seen })
      setConflict(null)
      finish(saved, opr)
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict')
        return setConflict({ error, draft, opr })
      showError(error)
    }
  }
  const readTheirs = async (): Promise<BulletinDetail> => {
    const theirs = await call('getBulletin', { params: { bulletinId: id! } })
    setVersion(theirs.version)
    setConflict(null)
    return theirs
  }
  return {
    save: (draft: Draft, opr: Opr) => save(draft, opr),
    isPending: keep.isPending,
    conflict,
    readTheirs,
    /** Overwrites the other person's version. */
    saveOver: async (): Promise<void> => {
      if (!conflict) return
      const { draft, opr } = conflict
      const { version: theirs } = await readTheirs()
      await save(draft, opr, theirs)
    },
    forgetConflict: () => setConflict(null),
  }
}
