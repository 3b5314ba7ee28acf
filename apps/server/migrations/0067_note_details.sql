alter table geometry_import
  add column note_details jsonb not null default '{}';   -- names of files and words of the file that its notes are about
