import { PlusOutlined } from '@ant-design/icons'
import { chemicals, type Chemical } from '@swath/contract/land/chemicals'
import { findChemicals } from '@swath/domain/chemicals'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { formatCount } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { PlainListScreen } from '../../../ui/plain-list-screen.tsx'
import { useAreaColumn } from '../terms/covered-areas.tsx'
import { TermTabs } from '../terms/term-tabs.tsx'
import { useWorkThisYear } from '../terms/use-work-this-year.tsx'
import style from './chemicals.module.css'

const productsShown = 4

type Entry = Pick<Chemical, 'chemicalId' | 'chemicalName'>

/**
 * Flights name chemicals in free text. A text names an entry only if it is its name, or the
 * substance alone or in a mix, as for unified tasks: which product contains which substance is not
 * known.
 */
const isNamed = ({ chemicalId, chemicalName }: Entry, text: string): boolean =>
  findChemicals(text, [{ id: chemicalId, names: [chemicalName] }]).length > 0

type Product = { key: string; mu: number | null; flights: number | null }
type UnlistedProps = {
  /** Most used first; undefined while loading. */
  products: readonly Product[] | undefined
  onAdd: (name: string) => void
}

const Unlisted = ({ products, onAdd }: UnlistedProps) => {
  const { t } = useTranslation('chemicals')
  if (products?.length === 0) return null
  return (
    <section className={`card ${style.unlisted}`} aria-busy={products === undefined}>
      {products && (
        <>
          <p className="m-0 muted text-13">{t('unlisted', { count: products.length })}</p>
          <ul className={style.products}>
            {products.slice(0, productsShown).map(({ key: name, mu, flights }) => (
              <li key={name}>
                <span className={style.name}>{name}</span>
                <StateTag tone="waiting">{t('notListed')}</StateTag>
                <span className="muted text-13 tabular">
                  {t('terms:sortieCount', { count: flights ?? 0, shown: formatCount(flights) })} ·{' '}
                  <Area mu={mu} />
                </span>
                <Button
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  aria-label={t('addNamed', { name })}
                  onClick={() => onAdd(name)}
                >
                  {t('add')}
                </Button>
              </li>
            ))}
          </ul>
          {products.length > productsShown && (
            <span className="muted text-13">+{formatCount(products.length - productsShown)}</span>
          )}
        </>
      )}
    </section>
  )
}

/** Chemicals: active substances by their common names, and an account's own products. */
export const ChemicalListScreen = () => {
  const { t } = useTranslation('chemicals')
  const work = useWorkThisYear('chemical')
  const parts = work?.parts ?? []
  const { data, isPending } = useQuery({
    ...buildQuery('listChemicals', { query: { size: '1000' } }),
    enabled: work !== undefined,
    meta: { quiet: true },
  })
  const unlisted =
    data && work?.stats()
      ? parts.filter(({ key }) => !data.items.some((entry) => isNamed(entry, key)))
      : undefined
  const areas = new Map(
    (data?.items ?? []).flatMap((entry) => {
      const own = parts.filter(({ key }) => isNamed(entry, key))
      const mu = own.reduce((sum, part) => sum + (part.mu ?? 0), 0)
      return own.length > 0 ? [[entry.chemicalId, mu] as const] : []
    }),
  )
  const mostUsed = [...areas].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
  const covered = useAreaColumn<Chemical>(t('terms:coveredThisYear'), ({ chemicalId }) =>
    areas.get(chemicalId),
  )
  return (
    <PlainListScreen
      list={chemicals}
      title={t('terms:chemicals')}
      head={<TermTabs />}
      // The products have their lines above: only the sum.
      stats={work && (() => work.stats()?.slice(0, 1) ?? null)}
      beside={work ? [covered] : []}
      {...(work ? { foremost: work.isLoading || isPending ? null : mostUsed } : {})}
      mayAdd={useUser().can.manageTerms}
      proposals={(create) =>
        work && <Unlisted products={unlisted} onAdd={(chemicalName) => create({ chemicalName })} />
      }
      texts={{ create: t('create'), none: t('none'), deleteEffect: t('deleteEffect') }}
    />
  )
}
