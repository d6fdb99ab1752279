-- DropForeignKey
ALTER TABLE "event" DROP CONSTRAINT "event_run_id_fkey";


-- What Prisma cannot say ------------------------------------------------------------------------------------------------

-- Every statement that appends events takes their numbers from the run's row, which it has locked: looking that row up again
-- for each event, as a foreign key does, finds what is known. What the key did besides is done here.
CREATE FUNCTION "remove_events_of_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "event" WHERE "run_id" = OLD."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "run_remove_events" AFTER DELETE ON "run" FOR EACH ROW EXECUTE FUNCTION "remove_events_of_run"();
