-- A draft has no foreign key: looking its run up at each save would be for nothing, since it may be lost. It goes with its run all the same.
CREATE OR REPLACE FUNCTION "remove_events_of_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "event" WHERE "run_id" = OLD."id";
  DELETE FROM "draft" WHERE "run_id" = OLD."id";
  RETURN NULL;
END $$;

-- Drafts of turns that failed were never removed. Those of turns that go on are saved again within a second or so.
DELETE FROM "draft";
