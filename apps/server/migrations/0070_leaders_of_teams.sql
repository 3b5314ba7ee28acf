-- Teams whose leader was deleted, disabled or has left get whoever of the others has been in them longest, as from now on.

update team
set leader_id = (select app_user.id
    from team_member join app_user on app_user.id = team_member.user_id
    where team_member.team_id = team.id and app_user.deleted_at is null and app_user.enabled
    order by team_member.joined_at, app_user.id
    limit 1),
  version = version + 1
where leader_id is not null
  and not exists (select
    from team_member join app_user on app_user.id = team_member.user_id
    where team_member.team_id = team.id and app_user.id = team.leader_id
      and app_user.deleted_at is null and app_user.enabled);
