import { subsidyObjectionList } from '@swath/contract/campaigns/subsidy-rows'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { ObjectionItem } from './objection-item.tsx'
import { objectionStateLabels, objectionTones, subsidyPath } from './subsidy.labels.ts'
import { SubsidyTabs } from './subsidy-tabs.tsx'
import style from './subsidies.module.css'

/** Those that wait for a decision come first. */
const states = ['open', 'upheld', 'declined', 'all'] as const

/** Objections to lines, for the authority to decide and for their authors to follow. */
export const ObjectionListScreen = () => {
  const { t } = useTranslation('subsidies')
  const { answer, onLoaded } = useLoadedRows<typeof subsidyObjectionList>()
  const { chips, narrowed } = useStateChips({
    states,
    labels: objectionStateLabels,
    counts: answer?.stats,
  })
  return (
    <ListScreen
      list={subsidyObjectionList}
      title={t('objections')}
      head={
        <>
          <SubsidyTabs />
          {chips}
        </>
      }
      as={{ narrowed }}
      shown={['blockName', 'state', 'at', 'accountName', 'text', 'subsidyId']}
      cellRenderers={{
        state: {
          render: ({ state }) => (
            <StateTag tone={objectionTones[state]}>{t(objectionStateLabels[state])}</StateTag>
          ),
        },
        text: { width: 260 },
        subsidyId: { render: ({ region, year }) => `${region.at(-1)} ${year}` },
      }}
      filters={['blockName', 'accountName']}
      rows={{
        onLoaded,
        detail: {
          title: (_id, objection) => objection?.blockName ?? t('objection'),
          render: (_id, objection) =>
            objection && (
              <div className="grid cols-1 gap-16">
                <ul className={style.rows}>
                  <ObjectionItem objection={objection} />
                </ul>
                <nav className={style.links}>
                  <Link
                    to={`${subsidyPath(objection.subsidyId, 'lines')}?open=${objection.lineId}`}
                  >
                    {t('openLine')}
                  </Link>
                </nav>
              </div>
            ),
        },
      }}
      empty={{ title: t('objectionsNone'), reason: t('objectionsNoneReason') }}
    />
  )
}
