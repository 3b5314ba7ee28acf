-- An alarm may be raised while its flight is first written, each unseen by the other. Whoever writes the flight writes its alarms
-- too, after it has waited for the other: then the flight is given what it could not see.
create trigger anomaly_changed after update on anomaly referencing new table as changed for each statement execute function give_alarm_types();
