import { DownloadOutlined } from '@ant-design/icons'
import { groupFileFormats } from '@swath/contract/campaigns/group-control'
import { type GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { fileFormats } from './plan.labels.ts'

type Format = (typeof groupFileFormats)[number]

/** Formats with one flight per file are exported as an archive if there are several flights. */
const extensionOf = (format: Format, flights: number): string =>
  (format === 'qgc' || format === 'wpml') && flights > 1 ? '.zip' : fileFormats[format].extension

/** Exports the plan for other programs. */
export const PlanFiles = ({ plan: { plan, name, route } }: { plan: GroupPlanDetail }) => {
  const { t } = useTranslation('group-control')
  const save = useMutation({
    mutationFn: async (format: Format) =>
      saveFile(
        `${name}${extensionOf(format, route.totals.sortieNum)}`,
        await call('exportGroupPlan', { params: { plan }, query: { format } }),
      ),
  })
  return (
    <FactSection title={t('exportAs')}>
      <div className="flex wrap gap-8">
        {groupFileFormats.map((format) => (
          <Button
            key={format}
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {t(fileFormats[format].label)}
          </Button>
        ))}
      </div>
    </FactSection>
  )
}
