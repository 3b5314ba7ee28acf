-- The village in which a plot lies, as a person writes it: regions end at the county. Empty: nobody has named it.
alter table plot add column village text not null default '' check (char_length(village) <= 80);

-- By village, what a task came to when it was closed: [{regionCode, village, plots, areaM2, coveredM2, repeatedM2}]. Null: it is not closed, or was
-- before villages were told, and its hash knows nothing of them.
alter table unified_task_sum add column villages jsonb;
