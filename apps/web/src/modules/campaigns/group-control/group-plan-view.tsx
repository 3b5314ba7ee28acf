import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import type { GroupPlan, GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatDuration } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useDeleteGroupPlan } from './group-control.mutations.ts'
import { DoseComparison } from './dose-comparison.tsx'
import { PlanFiles } from './plan-files.tsx'
import { PlanCoverage, PlanSums } from './plan-figures.tsx'
import { droneStates, editPath, isUnderWay, planPath } from './plan.labels.ts'

const Actions = ({ plan }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const remove = useDeleteGroupPlan()
  const ask = useDeletion()
  const close = useCloseDetail()
  const { name } = plan
  return (
    <div className="flex wrap gap-8">
      <Button
        type="primary"
        icon={<EyeOutlined aria-hidden />}
        onClick={() => void navigate(planPath(plan.plan))}
      >
        {t('terms:showOnTheMap')}
      </Button>
      {plan.can.update && !isUnderWay(plan.drones) && (
        <>
          <Button
            icon={<EditOutlined aria-hidden />}
            onClick={() => void navigate(editPath(plan.plan))}
          >
            {t('edit')}
          </Button>
          <DeleteButton
            onClick={() =>
              ask({
                title: t('askDelete', { name }),
                text: t('deleteEffect'),
                verb: t('terms:delete'),
                run: () => remove.mutateAsync(plan),
                row: { list: 'listGroupPlans', id: plan.plan },
                close,
                done: t('deleted', { name }),
              })
            }
          />
        </>
      )}
    </div>
  )
}

const Drones = ({ plan: { drones, route } }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  return (
    <FactSection title={t('terms:drones')}>
      <ul className="list-plain grid gap-8">
        {drones.map(({ position, droneName, droneStatus, share }) => (
          <li className="flex wrap gap-4-8 items-center" key={position}>
            <strong>{droneName ?? t('droneNumber', { number: position + 1 })}</strong>
            <StateTag tone={droneStates[droneStatus].tone}>
              {t(droneStates[droneStatus].label)}
            </StateTag>
            <span className="unit figure">
              {share === null ? null : formatDuration(route.shares[share]?.endS)}
            </span>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

/** A plan as text: its totals, its drones, and its file formats. */
export const GroupPlanView = ({ plan }: Pick<GroupPlan, 'plan'>) => {
  const detail = useQuery(buildQuery('getGroupPlan', { params: { plan } }))
  return (
    <DetailOf<GroupPlanDetail> row={undefined} asked={detail}>
      {(one) => (
        <div className="grid gap-16">
          <Actions plan={one} />
          <PlanSums plan={one} />
          <PlanCoverage route={one.route} />
          <Drones plan={one} />
          <DoseComparison plan={one} />
          <PlanFiles plan={one} />
        </div>
      )}
    </DetailOf>
  )
}
