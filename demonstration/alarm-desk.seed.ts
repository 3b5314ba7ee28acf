// Handling of the demonstration's alarms: those of weeks ago are all closed, recent ones are in
// every state.
import { sql } from 'kysely'
import type { Tx } from '@swath/server/platform/database/database'

/** Older ones are closed, by a person or automatically. */
const deskDays = 9

/** The handler of an alarm, and the result; `luck`: 0 to 9, the same at every start. */
const chooseFates = (tx: Tx, now: Date) =>
  sql`create temporary table fate on commit drop as
    select anomaly.drone_id, anomaly.id, anomaly.type, anomaly.level, anomaly.at, luck,
      person.id as user_id, person.name as user_name, account.id as account_id, account.name as account_name,
      case left(anomaly.region_code, 3) when '156' then 'zh' when '764' then 'th' when '410' then 'ko' else 'en' end as language,
      anomaly.at + make_interval(mins => 2 + luck * 4) as taken_at,
      anomaly.at + make_interval(mins => 25 + luck * 40) as done_at,
      case when anomaly.at >= ${now}::timestamptz - make_interval(days => ${deskDays})
        then case when luck < 4 then 'closed' when luck < 7 then 'acknowledged' else 'open' end
        else case when luck < 7 or anomaly.level = 1 then 'closed' else 'expired' end end as fate,
      case when luck = 0 then 'technical' when luck = 1 then 'false_alarm' when luck = 2 then 'allowed' else 'real' end as reason
    from anomaly
      cross join lateral (select abs(hashtext(anomaly.id::text)) % 10 as luck) as chance
      join account on account.id = coalesce(anomaly.operator_id, anomaly.manufacturer_id)
      join app_user as person on person.account_id = account.id and person.user_type = 1`.execute(
    tx,
  )

const moveAlarms = (tx: Tx, now: Date) =>
  sql`update anomaly set
      created_at = least(${now}::timestamptz, anomaly.at + interval '20 seconds'),
      state = case fate.fate when 'expired' then 'closed' else fate.fate end,
      acknowledged_at = case when fate.fate in ('acknowledged', 'closed') then least(${now}::timestamptz, taken_at) end,
      closed_at = case fate.fate when 'closed' then least(${now}::timestamptz, done_at)
        when 'expired' then anomaly.at + interval '7 days' end,
      closed_reason = case fate.fate when 'closed' then fate.reason when 'expired' then 'expired' end,
      assignee_id = case when fate.fate = 'acknowledged' and luck > 4 then fate.user_id end,
      version = case fate.fate when 'open' then 1 when 'acknowledged' then 2 else 3 end
    from fate where fate.drone_id = anomaly.drone_id and fate.id = anomaly.id`.execute(tx)

/** Comments by type of alarm and language. */
const said = [
  [2, 'zh', '已联系飞手，喷头清洗后恢复正常。'],
  [2, 'th', 'ติดต่อนักบินแล้ว ล้างหัวพ่นแล้วกลับมาปกติ'],
  [2, 'ko', '조종사에게 확인함. 노즐 세척 후 정상.'],
  [2, 'en', 'The pilot rinsed the nozzles; the flow is right again.'],
  [4, 'zh', '风大，已通知暂停作业，傍晚再飞。'],
  [4, 'th', 'ลมแรง แจ้งให้หยุดพ่นและกลับมาทำตอนเย็น'],
  [4, 'ko', '바람이 강해 작업을 중지하고 저녁에 다시 살포하기로 함.'],
  [4, 'en', 'Too windy: asked them to stop and to come back in the evening.'],
  [1, 'zh', '航线离禁飞区太近，已让队员重新规划。'],
  [1, 'th', 'เส้นทางใกล้เขตห้ามบินเกินไป ให้วางแผนใหม่แล้ว'],
  [1, 'ko', '경로가 비행금지구역에 너무 가까워 다시 계획하도록 함.'],
  [1, 'en', 'The route runs too close to the zone; it is being planned anew.'],
] as const

const writeSteps = (tx: Tx, now: Date) => {
  const labels = sql.join(
    said.map(([type, language, text]) => sql`(${type}::int, ${language}, ${text})`),
  )
  const insert = sql`insert into alarm_step
    (drone_id, anomaly_id, number, kind, at, user_id, user_name, account_id, account_name, assignee_name, reason, text)`
  const who = sql`user_id, user_name, account_id, account_name`
  const until = (at: string) => sql`least(${now}::timestamptz, ${sql.ref(at)})`
  return sql`with taken as (
      ${insert} select drone_id, id, 1, 'acknowledge', ${until('taken_at')}, ${who}, null, null, ''
      from fate where fate in ('acknowledged', 'closed')),
    given as (
      ${insert} select drone_id, id, 2, 'assign', ${until('taken_at')}, ${who}, user_name, null, ''
      from fate where fate = 'acknowledged' and luck > 4),
    commented as (
      ${insert} select drone_id, id, 3, 'comment', ${until('taken_at')}, ${who}, null, null, words.text
      from fate join (values ${labels}) as words (type, language, text)
        on words.type = fate.type and words.language = fate.language
      where fate in ('acknowledged', 'closed') and luck % 2 = 1),
    ended as (
      ${insert} select drone_id, id, 1, 'close', at + interval '7 days', null, null, null, null, null, 'expired', ''
      from fate where fate = 'expired')
    ${insert} select drone_id, id, 4, 'close', ${until('done_at')}, ${who}, null, reason, ''
    from fate where fate = 'closed'`.execute(tx)
}

/** Messages about the newest level-1 alarms: sent, failed, and held for the digest. */
const writeMessages = (tx: Tx) =>
  sql`insert into alarm_message (drone_id, anomaly_id, user_id, channel, state, sending_id, reason, created_at, sending_at)
    select drone_id, id, user_id, 'sms',
      case when luck = 1 then 'failed' else 'sent' end, gen_random_uuid(),
      case when luck = 1 then 'the gateway answered 402' end, at + interval '20 seconds', at + interval '21 seconds'
    from (select * from fate where level = 1 order by at desc limit 60) as newest`.execute(tx)

export const writeAlarmDesk = async (tx: Tx, nowMs: number): Promise<void> => {
  const now = new Date(nowMs)
  await chooseFates(tx, now)
  await moveAlarms(tx, now)
  await writeSteps(tx, now)
  await writeMessages(tx)
}
