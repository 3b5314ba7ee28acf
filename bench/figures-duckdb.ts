// The same rows in DuckDB, in this process, on all cores: the speed of an analytical database
// without precomputed sums.
import { DuckDBInstance } from '@duckdb/node-api'
import type pg from 'pg'

const inChina = (column: string): string => `(${column} + interval '8 hours')`
const during = (from: string, until?: string): string =>
  `${inChina('flown_at')} >= timestamp '${from}'${until ? ` and ${inChina('flown_at')} < timestamp '${until}'` : ''}`

/** The SQL of each question, by its name. */
export const askDuck: Readonly<Record<string, string>> = {
  'rank of drones, all time': `select drone_id, sum(covered_m2) as figure from work
    group by 1 order by 2 desc limit 6`,
  'rank of drones, this year': `select drone_id, sum(covered_m2) as figure from work
    where ${during('2026-01-01')} group by 1 order by 2 desc limit 6`,
  'hours by month, this year': `select month(${inChina('flown_at')}), hour(${inChina('flown_at')}),
      sum(covered_m2)
    from work where ${during('2026-01-01')} group by 1, 2 order by 1, 2`,
  'modes, last year': `select mode, sum(covered_m2) from work
    where ${during('2025-01-01', '2026-01-01')} group by 1 order by 1`,
  'provinces, this month': `select left(region_code, 5), sum(covered_m2) from work
    where ${during('2026-11-01')} group by 1 order by 1`,
  'block of this year': `select sum(duration_s), count(distinct drone_id), sum(covered_m2), count(*),
      sum(spray_l), count(distinct plot_id)
    from work where ${during('2026-01-01')}`,
  'crops by month': `select month(${inChina('flown_at')}), crop_id, sum(covered_m2), sum(spray_l), count(*)
    from work where ${during('2026-01-01')} group by 1, 2 order by 1, 2`,
  'makers by month': `select month(${inChina('flown_at')}), manufacturer_id, sum(covered_m2),
      sum(spray_l), count(*)
    from work where ${during('2026-01-01')} group by 1, 2 order by 1, 2`,
}

export const openDuck = async (client: pg.Client, path: string) => {
  await client.query(`copy (select start_at at time zone 'UTC' as flown_at, drone_id, manufacturer_id,
      operator_id, pilot_id, plot_id, region_code, mode, crop_id, chemical, duration_s, spray_l,
      covered_m2
    from work_record) to '${path}' (format csv, header)`)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`create table work as
    select * from read_csv('${path}', types = {'region_code': 'varchar', 'flown_at': 'timestamp'})`)
  return {
    ask: async (text: string): Promise<number> =>
      (await connection.runAndReadAll(text)).currentRowCount,
    close: (): void => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
