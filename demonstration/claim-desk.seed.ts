// Supervisors' decisions on the demonstration's suspected false claims: most of those of weeks ago
// are decided, recent ones are in every state.
import { sql } from 'kysely'
import type { Tx } from '@swath/server/platform/database/database'

/** Older ones are decided, except for a few. */
const deskDays = 12

/**
 * The reviewer of a suspicion (of the nearest government, else of the platform) and the result.
 * `luck`: 0 to 9, the same at every start.
 */
const chooseFates = (tx: Tx, now: Date) =>
  sql`create temporary table claim_fate on commit drop as
    select suspicion.drone_id, suspicion.id, suspicion.cause, suspicion.at, luck,
      person.id as user_id, person.name as user_name, account.id as account_id, account.name as account_name,
      case left(suspicion.region_code, 3) when '156' then 'zh' when '764' then 'th' when '410' then 'ko' else 'en' end as language,
      least(${now}::timestamptz, suspicion.at + make_interval(hours => 3 + luck)) as seen_at,
      least(${now}::timestamptz, suspicion.at + make_interval(hours => 20 + luck * 9)) as decided_at,
      case when suspicion.at >= ${now}::timestamptz - make_interval(days => ${deskDays}) and luck < 3 then 'open'
        when luck < 5 then 'looking' when luck < 8 then 'false_claim' else 'in_order' end as fate
    from claim_suspicion suspicion
      cross join lateral (select abs(hashtext(suspicion.id::text)) % 10 as luck) as chance
      cross join lateral (
        select account.* from account
        where account.type = 'platform' and account.parent_id is null
          or account.type = 'government'
            and starts_with(suspicion.region_code, regexp_replace(account.region_code, '(00)*$', ''))
        order by account.type = 'government' desc, account.region_code desc limit 1) as account
      join app_user as person on person.account_id = account.id and person.user_type = 1`.execute(
    tx,
  )

/** Comments of decisions by language: a false claim, and a correct one. */
const said = [
  ['zh', 'false_claim', '现场核实：泵未开启，该面积不予认定。'],
  ['zh', 'in_order', '流量计故障，农户确认已作业。'],
  ['th', 'false_claim', 'ตรวจหน้างานแล้ว ปั๊มไม่ทำงาน ไม่รับรองพื้นที่นี้'],
  ['th', 'in_order', 'เครื่องวัดอัตราไหลเสีย เกษตรกรยืนยันว่าพ่นแล้ว'],
  ['ko', 'false_claim', '현장 확인 결과 펌프가 꺼져 있어 면적을 인정하지 않음.'],
  ['ko', 'in_order', '유량계 고장. 농가에서 살포를 확인함.'],
  ['en', 'false_claim', 'Seen on site: the pump was off. The area does not count.'],
  ['en', 'in_order', 'The flow meter had failed; the farmer confirms the spraying.'],
] as const

export const writeClaimDesk = async (tx: Tx, nowMs: number): Promise<void> => {
  await chooseFates(tx, new Date(nowMs))
  await sql`update claim_suspicion suspicion set
      state = fate, handler_id = case when fate <> 'open' then user_id end,
      decided_at = case when fate in ('false_claim', 'in_order') then claim_fate.decided_at end,
      version = case fate when 'open' then 1 when 'looking' then 2 else 3 end
    from claim_fate
    where claim_fate.drone_id = suspicion.drone_id and claim_fate.id = suspicion.id`.execute(tx)
  const insert = sql`insert into claim_step
    (drone_id, suspicion_id, number, kind, at, user_id, user_name, account_id, account_name, decision, text)`
  const who = sql`user_id, user_name, account_id, account_name`
  const labels = sql.join(said.map((row) => sql`(${sql.join([...row])})`))
  await sql`with seen as (
      ${insert} select drone_id, id, 1, 'look', seen_at, ${who}, null, ''
      from claim_fate where fate <> 'open')
    ${insert} select drone_id, id, 2, 'decide', claim_fate.decided_at, ${who}, fate, words.text
    from claim_fate join (values ${labels}) as words (language, decision, text)
      on words.language = claim_fate.language and words.decision = claim_fate.fate`.execute(tx)
}
