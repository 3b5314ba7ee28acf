-- Which alarms a flight raised, at the flight and at its record: bit n stands for type n. Flights with alarms are few; an index of
-- these alone answers what would otherwise ask each flight for its alarms.

alter table sortie add column alarm_types smallint not null default 0;
alter table work_record add column alarm_types smallint not null default 0;

create function alarm_types_of(of_drone text, of_sortie uuid) returns smallint language sql stable as $$
  select coalesce(bit_or(1 << type), 0)::smallint from anomaly where drone_id = of_drone and sortie_id = of_sortie
$$;

update sortie set alarm_types = alarm_types_of(drone_id, id) where (drone_id, id) in (select drone_id, sortie_id from anomaly);
update work_record set alarm_types = alarm_types_of(drone_id, sortie_id) where (drone_id, sortie_id) in (select drone_id, sortie_id from anomaly);

create index sortie_alarmed on sortie (start_at desc) include (manufacturer_id, region_code, alarm_types) where alarm_types > 0;
create index work_record_alarmed on work_record (start_at desc) include (manufacturer_id, region_code, mode, alarm_types, duration_s, covered_m2, spray_l)
  where alarm_types > 0;

-- A flight may be written after its alarms, and its record is.
create function take_alarm_types_of_sortie() returns trigger language plpgsql as $$
begin
  new.alarm_types := alarm_types_of(new.drone_id, new.id);
  return new;
end $$;
create function take_alarm_types_of_record() returns trigger language plpgsql as $$
begin
  new.alarm_types := alarm_types_of(new.drone_id, new.sortie_id);
  return new;
end $$;
create trigger sortie_takes_alarm_types before insert on sortie for each row execute function take_alarm_types_of_sortie();
create trigger work_record_takes_alarm_types before insert on work_record for each row execute function take_alarm_types_of_record();

-- The flight is held before its alarm is written, as whoever works a flight out holds it: both in this order, so that neither waits
-- for the other in a circle.
create function hold_flight() returns trigger language plpgsql as $$
begin
  perform from sortie where drone_id = new.drone_id and id = new.sortie_id for no key update;
  return new;
end $$;
create trigger anomaly_holds_flight before insert on anomaly for each row execute function hold_flight();

-- Held here too, for what is taken back: of two who write its alarms at once, the later one sees those of the earlier.
create function give_alarm_types() returns trigger language plpgsql as $$
begin
  perform from sortie where (drone_id, id) in (select drone_id, sortie_id from changed) order by drone_id, id for no key update;
  update sortie set alarm_types = alarm_types_of(drone_id, id)
    where (drone_id, id) in (select drone_id, sortie_id from changed) and alarm_types <> alarm_types_of(drone_id, id);
  update work_record set alarm_types = alarm_types_of(drone_id, sortie_id)
    where (drone_id, sortie_id) in (select drone_id, sortie_id from changed) and alarm_types <> alarm_types_of(drone_id, sortie_id);
  return null;
end $$;
create trigger anomaly_made after insert on anomaly referencing new table as changed for each statement execute function give_alarm_types();
create trigger anomaly_gone after delete on anomaly referencing old table as changed for each statement execute function give_alarm_types();
